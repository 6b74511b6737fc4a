import { useSyncExternalStore } from "react"
import { currentLive, onLive } from "./live.ts"

export const useLive = () => useSyncExternalStore(onLive, currentLive)
