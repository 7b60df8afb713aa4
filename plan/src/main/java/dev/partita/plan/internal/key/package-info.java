/** Keys and items made of values, values read back from them, and which keys can meet. Knows no request. */
package dev.partita.plan.internal.key;
