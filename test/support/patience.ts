/**
 * How long tests wait. A limit is there to end what hangs, never to judge speed: it holds on a machine that is cold and
 * busy with other work, and only what can never come reaches it.
 */
const minute = 60_000

/** For one test, or one hook around tests. */
export const fastMillis = 5 * minute

/** The same for tests that build, pack, install, or start browsers and other programs. */
export const slowMillis = 15 * minute

/** For one thing that a test waits for: less than for the test, so that the report says what did not come. */
export const waitMillis = 3 * minute
