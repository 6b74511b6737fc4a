import { lazy, Suspense } from "react"
import { Button } from "#screens/components/Button"
import { ErrorBoundary } from "#screens/components/ErrorBoundary"
import { Icon } from "#screens/components/Icon"
import { Skeleton } from "#screens/components/Skeleton"

const Panel = lazy(() => import("../panel/Panel.tsx"))

/** A column beside the page with what only developers see: emails and the clock of the emulator. */
export const DeveloperPanel = ({ onClose }: { readonly onClose: () => void }) => (
  <aside className="panel" aria-labelledby="panel-title" id="developer-panel">
    <header className="panel-header">
      <h2 id="panel-title">Developer panel</h2>
      <Button variant="ghost" size="small" aria-label="Close the developer panel" onClick={onClose}>
        <Icon name="close" />
      </Button>
    </header>
    <div className="panel-body">
      <ErrorBoundary>
        <Suspense fallback={<Skeleton rows={4} />}>
          <Panel />
        </Suspense>
      </ErrorBoundary>
    </div>
  </aside>
)
