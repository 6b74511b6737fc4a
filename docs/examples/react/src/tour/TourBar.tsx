import { useResource, useUser } from "gatefold/react"
import { type ReactNode, useEffect, useId, useSyncExternalStore } from "react"
import { Link, useLocation } from "react-router"
import { Button, buttonClass } from "#screens/components/Button"
import { Icon } from "#screens/components/Icon"
import { isGuest } from "#screens/lib/userName"
import { useKept } from "../lib/useKept.ts"
import * as Developer from "../panel/Developer.ts"
import { usePolling } from "../panel/usePolling.ts"
import { currentTour, finishStep, leaveTour, onTourChange, openTour, stepCount } from "./tour.ts"

interface Step {
  readonly title: string
  readonly text: ReactNode
  /** Where to do it; none where that is the developer panel. */
  readonly to?: { readonly path: string; readonly label: string }
}

const steps: ReadonlyArray<Step> = [
  {
    title: "Sign up",
    text: "Create an account with any email and password. Nothing leaves this machine.",
    to: { path: "/handler/sign-up", label: "Create an account" }
  },
  {
    title: "See the email",
    text: "The emulator caught the verification email. Open it in the developer panel."
  },
  {
    title: "Open its link",
    text: "Select “Open link” in the email. It verifies your address."
  },
  {
    title: "Invite a friend",
    text: "Create a team, open Invitations and invite friend@example.com.",
    to: { path: "/teams", label: "Go to teams" }
  },
  {
    title: "See the request",
    text: "Open the first request in the developer panel: the one that sent the invitation."
  }
]

export interface TourBarProps {
  readonly isPanelOpen: boolean
  readonly togglePanel: () => void
}

/** The current step of the tour, below every page until the visitor leaves the tour. */
export const TourBar = ({ isPanelOpen, togglePanel }: TourBarProps) => {
  const { done, isOpen, since } = useSyncExternalStore(onTourChange, currentTour)
  const { pathname } = useLocation()
  const id = useId()
  if (!isOpen) return null
  const step = steps[done]
  return (
    <section className="tour" aria-labelledby={id}>
      <Progress since={since} done={done} />
      <ol className="tour-dots" aria-hidden>
        {steps.map(({ title }, index) => (
          <li key={title} data-state={index < done ? "done" : index === done ? "current" : undefined} />
        ))}
      </ol>
      <div className="tour-text" role="status">
        <h2 id={id}>{step === undefined ? "That was the tour" : `Step ${done + 1} of ${stepCount}: ${step.title}`}</h2>
        <p>{step === undefined ? "Now add Gatefold to your own app: npx gatefold init" : step.text}</p>
      </div>
      <div className="tour-actions">
        {step?.to !== undefined && step.to.path !== pathname && (
          <Link className={buttonClass({ variant: "primary", size: "small" })} to={step.to.path}>
            {step.to.label}
          </Link>
        )}
        {step !== undefined && step.to === undefined && !isPanelOpen && (
          <Button variant="primary" size="small" onClick={togglePanel}>
            Open the panel
          </Button>
        )}
        <Button size="small" variant="ghost" onClick={leaveTour}>
          {step === undefined ? "Close" : "Leave tour"}
        </Button>
      </div>
    </section>
  )
}

const newest = { limit: 30 }
const pollMillis = 2_000

/** Notices what the visitor has done. The panel tells of emails and requests that were opened. */
const Progress = ({ done, since }: { readonly done: number; readonly since: number }) => {
  const user = useUser({ or: "anonymous-if-exists", as: "value" })
  const hasAccount = user !== undefined && user !== null && !isGuest(user)
  const isVerified = user?.primaryEmailVerified === true
  useEffect(() => {
    if (done === 0 && hasAccount) finishStep(0)
    if (done === 2 && isVerified) finishStep(2)
  }, [done, hasAccount, isVerified])
  return done === 3 ? <Invitations since={since} /> : null
}

const Invitations = ({ since }: { readonly since: number }) => {
  const mails = useKept(useResource(Developer.mails, newest, { as: "result" }))
  usePolling(mails.refetch, pollMillis)
  const isSent = mails.value?.some(
    ({ link, sentAt }) => link?.includes("/team-invitation") === true && sentAt.getTime() >= since
  )
  useEffect(() => {
    if (isSent === true) finishStep(3)
  }, [isSent])
  return null
}

/** Begins the tour, or goes on with it; nothing while it is on the page. */
export const TourButton = ({ variant }: { readonly variant?: "primary" | undefined }) => {
  const { done, isOpen, since } = useSyncExternalStore(onTourChange, currentTour)
  if (isOpen) return null
  const isResumed = since > 0 && done < stepCount
  return (
    <Button {...(variant !== undefined && { variant })} onClick={openTour}>
      <Icon name="arrowRight" />
      {isResumed ? `Resume the tour at step ${done + 1}` : "Take the two-minute tour"}
    </Button>
  )
}
