package pages;

import com.example.orders.*;
import dev.partita.design.Design;
import java.util.concurrent.CountDownLatch;

/** What the block of docs/rest.md finds around it. */
abstract class ServicePage {
    final Design design = OrdersDesign.design();
    final int port = 0;
    final CountDownLatch stopped = new CountDownLatch(0);
}
