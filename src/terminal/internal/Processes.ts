/** The processes of this machine. */
import { readErrorCode } from "../SystemError.ts"

/** Whether a process runs, also one of another user. */
export const isAlive = (pid: number): boolean => {
  try {
    return process.kill(pid, 0)
  } catch (error) {
    return readErrorCode(error) === "EPERM"
  }
}
