package dev.partita.spring;

import dev.partita.design.Design;

/** Hears of each database that is opened. */
@FunctionalInterface
interface OpenListener {

    void opened(Design design);
}
