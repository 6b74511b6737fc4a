/** The snapshot of this page. It holds everything, so it is in memory only. */

interface Kept {
  readonly text: string
  readonly at: number
}

let kept: Kept | undefined

export const keptSnapshot = () => kept

export const keepSnapshot = (text: string) => {
  kept = { text, at: Date.now() }
}
