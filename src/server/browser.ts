/**
 * Takes the place of `gatefold/server` and similar entry points in bundles for browsers, by the condition `browser` of
 * package.json: it throws (docs/protocol/threats.md#keys-in-browsers).
 */
throw new Error(
  "The entry points of servers (gatefold/server, gatefold/admin, gatefold/backend, gatefold/next/server and those of " +
    "gatefold/promise) work with secret keys, so they cannot be loaded in a browser. " +
    'Import "gatefold" there, and call your own server for what needs a secret key.'
)
