import { Button } from '@mantine/core'
import { IconTrash } from '@tabler/icons-react'
import { useState, type ReactNode } from 'react'
import { BulkBar } from '../ui/list-parts/bulk-bar.tsx'
import { TableControls } from '../ui/list-parts/columns-menu.tsx'
import { firstLayout } from '../ui/data-table/layout.ts'
import { ChoiceList } from '../ui/list-parts/choice-list.tsx'
import { ExportDialog, type ExportState } from '../ui/list-parts/export-dialog.tsx'
import { FailureList } from '../ui/dialogs/failure-list.tsx'
import { FilterBar } from '../ui/list-parts/filter-bar.tsx'
import { JobsButton, type Job } from '../ui/dialogs/job-list.tsx'
import { KeyValueGrid } from '../ui/details/key-values.tsx'
import { MoreFailed, SearchedBackTo } from '../ui/list-parts/list-footer.tsx'
import { SavedViewTabs } from '../ui/list-parts/saved-view-tabs.tsx'
import { SidePanel } from '../ui/dialogs/side-panel.tsx'
import classes from './dev.module.css'
import { useSampleFilters } from './sample-filters.ts'

const nothing = () => undefined
const later = async () => undefined

const Titled = ({ title, children }: { title: string; children: ReactNode }) => (
  <section className={classes.titled}>
    <h3>{title}</h3>
    {children}
  </section>
)

const failures = [
  { id: 'a', name: 'Water tap, Kadriorg', words: 'You do not have permission for this' },
  { id: 'b', name: 'Pump, Balti jaam', words: 'Not found' },
]

const job: Job = {
  id: '1',
  title: 'Delete points of interest',
  status: 'Running',
  isGoing: true,
  total: 1_240,
  done: 610,
  failed: 3,
  created_at: new Date().toISOString(),
}
const jobs: Job[] = [
  job,
  { ...job, id: '2', title: 'Set tags', status: 'Done', isGoing: false, total: 300, done: 297, failed: 3 },
]

const progress: Record<string, ExportState> = {
  idle: { state: 'idle' },
  running: { state: 'running', rows: 4_200, total: 10_400 },
  done: { state: 'done', rows: 10_400, fileName: 'parking-sessions.csv' },
  failed: { state: 'failed', rows: 4_200, message: 'The connection broke; the file is not whole.' },
}

function Exports() {
  const [shown, setShown] = useState<string | null>(null)
  return (
    <div className={classes.flow}>
      {Object.keys(progress).map((name) => (
        <Button key={name} onClick={() => setShown(name)}>
          Export, {name}
        </Button>
      ))}
      <ExportDialog
        opened={shown !== null}
        title="Export parking sessions"
        count="10,000+"
        visible={9}
        all={14}
        progress={progress[shown ?? 'idle'] ?? { state: 'idle' }}
        onStart={nothing}
        onCancel={() => setShown(null)}
        onClose={() => setShown(null)}
      />
    </div>
  )
}

function Panel() {
  const [isOpen, setOpen] = useState(false)
  return (
    <div className={classes.flow}>
      <Button onClick={() => setOpen(true)}>Open the side panel</Button>
      {isOpen && (
        <SidePanel title="Water tap, Kadriorg" onClose={() => setOpen(false)} actions={<Button>Edit</Button>}>
          <KeyValueGrid
            items={[
              { label: 'Type', value: 'Water' },
              { label: 'Access level', value: 'Public' },
            ]}
          />
        </SidePanel>
      )}
    </div>
  )
}

const columns = [
  { id: 'label', header: 'Name', isHideable: false as const, pin: 'start' as const },
  { id: 'type', header: 'Type' },
  { id: 'issues', header: 'Issues', hasTotal: true },
  { id: 'id', header: 'ID', isHiddenAtFirst: true },
]

function Controls() {
  const [layout, setLayout] = useState(firstLayout)
  return (
    <div className={classes.flow}>
      <TableControls
        columns={columns.map((column) => ({ ...column, width: 100 }))}
        layout={layout}
        onLayout={setLayout}
      />
    </div>
  )
}

const places = ['104217 Balti jaam', '104233 Viru keskus P1', '104260 Ülemiste City'].map((label) => ({
  value: label,
  label,
}))

function Filters() {
  const filters = useSampleFilters()
  const [asked, setAsked] = useState('')
  const [chosen, setChosen] = useState<string[]>(['104233 Viru keskus P1'])
  return (
    <>
      <FilterBar
        search={{ value: '', placeholder: 'Code, name or address', onChange: nothing }}
        filters={filters}
        onClear={nothing}
      />
      <div className={classes.cards}>
        <div className={classes.choices}>
          <ChoiceList
            label="Location, found by the server"
            choices={places.filter(({ label }) => label.toLowerCase().includes(asked.toLowerCase()))}
            selected={chosen}
            onChange={setChosen}
            search={{ onText: setAsked, isBusy: false }}
          />
        </div>
        <div className={classes.choices}>
          <ChoiceList
            label="Started, or other days"
            choices={['Today', 'Last 7 days', 'Last month'].map((label) => ({ value: label, label }))}
            selected={['Today']}
            onChange={nothing}
            footer={<button type="button">Custom dates…</button>}
          />
        </div>
        <div className={classes.choices}>
          <ChoiceList
            label="Location, still searching"
            choices={[]}
            selected={[]}
            onChange={nothing}
            search={{ onText: nothing, isBusy: true }}
          />
        </div>
      </div>
    </>
  )
}

const mine = { href: '/dev/ui#lists', isShared: false, sharedBy: null, canDelete: true }
const views = [
  { ...mine, id: '1', label: 'Needs attention', isActive: true, isChanged: true },
  { ...mine, id: '2', label: 'Tallinn', isActive: false, isShared: true },
  { ...mine, id: '3', label: 'Night shift', isActive: false, isShared: true, sharedBy: 'Kadri Tamm', canDelete: false },
]
const own = [{ id: 'all', label: 'All', href: '/dev/ui#lists', isActive: false }]
const remove = [{ label: 'Delete', icon: IconTrash, isDanger: true, onClick: nothing }]

/** What stands around a table: views, columns, selection, export, jobs, and what is beside a list. */
export const ListPartsScene = () => (
  <>
    <Titled title="Saved views">
      <SavedViewTabs
        label="Views of points"
        tabs={own}
        views={views}
        onSave={later}
        onRename={later}
        canShare
        onUpdate={nothing}
        onShare={nothing}
        onDelete={nothing}
      />
    </Titled>
    <Titled title="Filters, and what opens from them">
      <Filters />
    </Titled>
    <Titled title="Columns and density">
      <Controls />
    </Titled>
    <Titled title="Bulk bar: selected, all of the filter, a result, a background job">
      <div className={classes.bars}>
        <BulkBar selected={3} total={428} onAll={nothing} onClose={nothing} actions={remove} />
        <BulkBar selected={428} total={428} isAll onClose={nothing} actions={remove} />
        <BulkBar selected={2} total={428} onClose={nothing} actions={remove} result={{ done: 41, failures }} />
        <BulkBar selected={0} total={428} onClose={nothing} actions={[]} job={{ ...job, onCancel: nothing }} />
      </div>
    </Titled>
    <Titled title="Failures">
      <FailureList failures={failures} />
    </Titled>
    <Titled title="Background jobs">
      <div className={classes.flow}>
        <JobsButton jobs={jobs} isCompact={false} onCancel={nothing} failuresOf={async () => failures} />
      </div>
    </Titled>
    <Titled title="The end of a list that is not its end">
      <SearchedBackTo date="3 March 2026" isBusy={false} onMore={nothing} />
      <MoreFailed title="Fetch sessions failed" isBusy={false} onRetry={nothing} />
    </Titled>
    <Titled title="Export">
      <Exports />
    </Titled>
    <Titled title="Beside a list">
      <Panel />
    </Titled>
  </>
)
