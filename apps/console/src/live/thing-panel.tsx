import { SidePanel } from '../ui/dialogs/side-panel.tsx'
import { Loaded } from './loaded.tsx'
import type { LoadedProps } from './loaded.tsx'

interface ThingPanelProps<T> extends Omit<LoadedProps<T>, 'frame'> {
  /** What kind of thing it is, until its own name is there: "Payment". */
  title: string
  missing: string
  onClose: () => void
}

/** The panel of one thing. The children bring the panel of the thing itself (`SidePanel`), and this one holds what is in its place. */
export const ThingPanel = <T,>({ title, onClose, ...loaded }: ThingPanelProps<T>) => (
  <Loaded
    {...loaded}
    frame={(state) => (
      <SidePanel onClose={onClose} title={title}>
        {state}
      </SidePanel>
    )}
  />
)
