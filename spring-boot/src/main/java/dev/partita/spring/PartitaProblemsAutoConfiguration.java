package dev.partita.spring;

import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.boot.autoconfigure.condition.ConditionalOnWebApplication;
import org.springframework.context.annotation.Bean;
import org.springframework.http.ProblemDetail;

/** Answers what Partita throws in a controller as problem details, in a web application. */
@AutoConfiguration
@ConditionalOnClass(ProblemDetail.class)
@ConditionalOnWebApplication
public class PartitaProblemsAutoConfiguration {

    @Bean
    PartitaProblems partitaProblems() {
        return new PartitaProblems();
    }
}
