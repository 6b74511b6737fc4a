import { useSyncExternalStore } from "react"
import { readLive, onLive } from "./live.ts"

export const useLive = () => useSyncExternalStore(onLive, readLive)
