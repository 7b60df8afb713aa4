/** Values as callers give them: checked, and brought into the form that is stored. Knows no key. */
package dev.partita.plan.internal.value;
