/** How many retries may follow each other at once. */
const maxRetries = 20

/**
 * How many retries an app has left. Each call adds a fifth of one and each second a whole one, up to 20. So a service
 * that fails gets at most a fifth more requests than it would, and one a second.
 */
export class RetryBudget {
  #retries = maxRetries
  #atMillis = 0

  /** A call has begun. */
  earn(): void {
    this.#retries += 0.2
  }

  /** Takes a retry; false if none is left. `nowMillis` is of the monotonic clock. */
  spend(nowMillis: number): boolean {
    const retries = Math.min(maxRetries, this.#retries + (nowMillis - this.#atMillis) / 1000)
    this.#atMillis = nowMillis
    this.#retries = retries < 1 ? retries : retries - 1
    return retries >= 1
  }
}
