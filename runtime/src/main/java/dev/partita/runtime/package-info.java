/** Runs the plans of a design on any DynamoDB endpoint, through the AWS SDK. */
package dev.partita.runtime;
