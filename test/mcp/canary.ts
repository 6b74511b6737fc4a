/** A secret that stands in no other text. */
export const canary = (name: string): string => `canary-${name}-6d1f0c2e`
