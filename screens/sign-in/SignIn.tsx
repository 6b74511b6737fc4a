"use client"
import { CardSkeleton } from "../components/PageSkeleton.tsx"
import { type AuthSlots, Screen } from "../components/Screen.tsx"
import { SignedOutOnly } from "../components/SignedOutOnly.tsx"
import { SignInSteps } from "./SignInSteps.tsx"

/** Signs in by every method that the project has enabled. */
export const SignIn = (slots: AuthSlots) => (
  <Screen auth={slots} loading={<CardSkeleton />}>
    <SignedOutOnly>
      <SignInSteps />
    </SignedOutOnly>
  </Screen>
)
