/**
 * What `gatefold/server` and its like are in a bundle for browsers: a refusal
 * (docs/protocol/threats.md#keys-in-browsers). package.json leads there by the condition `browser`.
 */
throw new Error(
  "gatefold/server, gatefold/admin and gatefold/next/server work with secret keys, so they cannot be loaded in a browser. " +
    'Import "gatefold" there, and call your own server for what needs a secret key.'
)
