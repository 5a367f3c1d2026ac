/** A budget of a dialect that is full again with each new stretch of time. */
export interface RateWindow {
  /** Weight by address; orders, or calls that send orders, by account. */
  readonly counts: 'weight' | 'orders' | 'order-calls';
  readonly millis: number;
  readonly limit: number;
  /** The header that tells how much is used. */
  readonly header: string;
}
