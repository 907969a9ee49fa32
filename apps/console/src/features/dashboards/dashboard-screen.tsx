import { Button } from '@mantine/core'
import { IconDots, IconLink, IconMaximize, IconPencil, IconTrash, IconLayoutGrid } from '@tabler/icons-react'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { Figures, Tile } from '@wheelhouse/contract/dashboards/charts.ts'
import {
  deleteDashboard,
  getDashboard,
  getDashboardFigures,
  updateDashboard,
} from '@wheelhouse/contract/dashboards/dashboards.ts'
import type { Dashboard } from '@wheelhouse/contract/dashboards/dashboards.ts'
import { read } from '../../api/api.ts'
import { ActionButton, readOnlyReason, useMayDo } from '../../forms/action-button.tsx'
import { isNotFound, isUnknown } from '../../http/api-error.ts'
import { t } from '../../i18n/i18n.ts'
import { notFoundText } from '../../i18n/not-found.ts'
import { bothOf, NotRenewed } from '../../live/loaded.tsx'
import type { Reading } from '../../live/loaded.tsx'
import { useLive } from '../../live/use-live.ts'
import { useCanCall } from '../../session/can.ts'
import { useMissingNeed } from '../../session/missing-need.ts'
import { useDocumentTitle } from '../../shell/document-title.ts'
import { useUser } from '../../stores/user-store.ts'
import { useClock } from '../../ui/base/clock.ts'
import { lazyComponent } from '../../ui/base/lazy.tsx'
import { CopyableId } from '../../ui/details/copyable-id.tsx'
import { Menu, MenuItem } from '../../ui/dialogs/overlay.tsx'
import { todayIn } from '../../ui/form/date-ranges.ts'
import { ChartSkeleton } from '../../ui/chart/chart.tsx'
import { usePhone } from '../../ui/frame/app-frame.tsx'
import { Stale } from '../../ui/frame/bars.tsx'
import { Page } from '../../ui/frame/page.tsx'
import { ErrorState, NoData, NoPermission, Skeleton } from '../../ui/frame/states.tsx'
import { rangeOf } from './dashboard-address.ts'
import type { DashboardSearch } from './dashboard-address.ts'
import { DashboardBoard } from './dashboard-board.tsx'
import { placesText } from './dashboard-columns.tsx'
import { DashboardScope } from './dashboard-scope.tsx'
import { DashboardWall } from './dashboard-wall.tsx'
import classes from './dashboards.module.css'

const ActionQuestion = lazyComponent(() =>
  import('../../forms/action-question.tsx').then((module) => module.ActionQuestion),
)
const EditDashboardDialog = lazyComponent(() =>
  import('./dashboard-dialogs.tsx').then((module) => module.EditDashboardDialog),
)
const ArrangeDialog = lazyComponent(() => import('./arrange-dialog.tsx').then((module) => module.ArrangeDialog))
const LinkDialog = lazyComponent(() => import('./link-dialog.tsx').then((module) => module.LinkDialog))

interface DashboardScreenProps {
  id: string
  search: DashboardSearch
  onSearch: (search: DashboardSearch) => void
  onDeleted: () => void
}

const renewEveryMs = 60_000

/** One dashboard: its charts for a period, beside the same weekdays before. */
export function DashboardScreen(props: DashboardScreenProps) {
  const missing = useMissingNeed(getDashboard.access)
  if (missing === null) return <SeenDashboard {...props} />
  return (
    <Page title={t('Dashboard')} back={list()}>
      <NoPermission {...missing} />
    </Page>
  )
}

const list = () => ({ label: t('Dashboards'), href: '/analytics/dashboards' })

function SeenDashboard({ id, search, onSearch, onDeleted }: DashboardScreenProps) {
  const board = useLive(getDashboard, { params: { dashboard_id: id } }, { isQuiet: true })
  useDocumentTitle(board.data?.name ?? t('Dashboard'))
  const today = useToday(search)
  const figures = useFigures(id, search, today)
  const failed = board.error ?? figures.error
  // Also one that was deleted, or is not shared any more, while it is shown.
  if (isUnknown(board.error) || isNotFound(figures.error))
    return (
      <Page title={t('Dashboard')} back={list()}>
        <NoData title={notFoundText(t('dashboard'))} />
      </Page>
    )
  if (search.wall && board.data)
    return (
      <DashboardWall
        board={board.data}
        figures={figures.data}
        today={today}
        hasFailed={figures.isError}
        since={figures.dataUpdatedAt}
        onEnd={() => onSearch({ ...search, wall: undefined })}
      />
    )
  return (
    <Stale value={board.data && figures.data && <Old board={board} figures={figures} />}>
      <Page
        title={board.data?.name ?? t('Dashboard')}
        back={list()}
        detail={board.data && placesText(board.data)}
        actions={board.data && <Actions board={board.data} search={search} onSearch={onSearch} onDeleted={onDeleted} />}
        filter={<DashboardScope search={search} onSearch={onSearch} />}
      >
        {board.data && figures.data ? (
          <div className={classes.page} data-stale={figures.isPlaceholderData || undefined}>
            <DashboardBoard tiles={board.data.tiles} figures={figures.data} today={today} dashboardId={id} />
            <footer className={classes.identity}>
              {t('ID')} <CopyableId id={id} isMono />
            </footer>
          </div>
        ) : (
          <Waiting
            tiles={board.data?.tiles ?? usualTiles}
            error={failed}
            onRetry={() => void Promise.all([board.refetch(), figures.refetch()])}
          />
        )}
        {board.data && <Dialogs board={board.data} search={search} onSearch={onSearch} />}
      </Page>
    </Stale>
  )
}

/** What is shown of it is older than it should be. */
function Old({ board, figures }: { board: Reading<Dashboard>; figures: Reading<Figures> }) {
  const query = bothOf(board, figures)
  const { failed } = (board.error === null ? getDashboardFigures : getDashboard).says
  return query.error && <NotRenewed query={query} error={query.error} failed={failed} isBox={false} />
}

interface WaitingProps {
  tiles: readonly Pick<Tile, 'size'>[]
  error: Error | null
  onRetry: () => void
}

/** Until the dashboard says which charts it has. */
const usualTiles = (['wide', 'small', 'wide', 'small'] as const).map((size) => ({ size }))

/** The charts as empty frames in their places. */
const Waiting = ({ tiles, error, onRetry }: WaitingProps) =>
  error ? (
    <ErrorState title={getDashboard.says.failed} detail={error.message} onRetry={onRetry} />
  ) : (
    <div className={classes.page}>
      <div className={classes.board}>
        <div className={classes.waitingNumbers}>
          <Skeleton lines={2} />
        </div>
        <div className={classes.tiles}>
          {tiles.map(({ size }, index) => (
            <div key={index} data-size={size}>
              <div className={classes.waitingChart}>
                <ChartSkeleton />
              </div>
            </div>
          ))}
        </div>
      </div>
    </div>
  )

/** The day that ends a period which goes on: of the zone in the address, or of the reader. */
function useToday({ zone }: DashboardSearch): string {
  const own = useUser((state) => state.userPreferences.timezone)
  return useClock(60_000, (now) => todayIn(zone ?? own, now))
}

/** The rollups follow within a minute, so the figures are asked for again as often. */
function useFigures(id: string, search: DashboardSearch, today: string) {
  const query = { ...rangeOf(search, today), compare: search.compare ?? ('previous' as const) }
  return useQuery({
    ...read(getDashboardFigures, { params: { dashboard_id: id }, query }, { isQuiet: true }),
    refetchInterval: renewEveryMs,
    placeholderData: keepPreviousData,
  })
}

type ScreenPart = Pick<DashboardScreenProps, 'search' | 'onSearch'> & { board: Dashboard }

function Dialogs({ board, search, onSearch }: ScreenPart) {
  const mayUpdate = useCanCall(updateDashboard)
  const close = (): void => onSearch({ ...search, edit: undefined })
  if (!mayUpdate) return null
  if (search.edit === 'fields') return <EditDashboardDialog board={board} onClose={close} />
  if (search.edit === 'charts') return <ArrangeDialog board={board} onClose={close} />
  return search.edit === 'link' ? <LinkDialog board={board} onClose={close} /> : null
}

const icon = { size: 15 } as const

function Actions({ board, search, onSearch, onDeleted }: ScreenPart & { onDeleted: () => void }) {
  const mayUpdate = useCanCall(updateDashboard)
  const mayDelete = useMayDo(deleteDashboard)
  const isPhone = usePhone()
  const [isDeleting, setDeleting] = useState(false)
  const deletion = deletionOf(board)
  const link = { label: t('Public link'), icon: IconLink, open: () => onSearch({ ...search, edit: 'link' }) }
  const wall = { label: t('Full screen'), icon: IconMaximize, open: () => onSearch({ ...search, wall: 'yes' }) }
  const edits = [
    { label: t('Arrange charts'), icon: IconLayoutGrid, open: () => onSearch({ ...search, edit: 'charts' }) },
    { label: t('Edit'), icon: IconPencil, open: () => onSearch({ ...search, edit: 'fields' }) },
  ] as const
  const buttons = mayUpdate ? [link, wall] : [wall]
  // On a phone the title needs the room.
  const inMenu = [...(isPhone ? buttons : []), ...(mayUpdate ? edits : [])]
  return (
    <>
      {!isPhone &&
        buttons.map(({ label, icon: Picture, open }) => (
          <Button key={label} leftSection={<Picture {...icon} />} onClick={open}>
            {label}
          </Button>
        ))}
      {inMenu.length > 0 && (
        <Menu
          target={
            <Button aria-label={t('More')}>
              <IconDots {...icon} />
            </Button>
          }
        >
          {inMenu.map(({ label, icon: Picture, open }) => (
            <MenuItem key={label} leftSection={<Picture {...icon} />} onClick={open}>
              {label}
            </MenuItem>
          ))}
          {isPhone && mayDelete && (
            <MenuItem
              data-danger
              disabled={readOnlyReason() !== undefined}
              leftSection={<IconTrash {...icon} />}
              onClick={() => setDeleting(true)}
            >
              {deletion.label}
            </MenuItem>
          )}
        </Menu>
      )}
      {!isPhone && <ActionButton {...deletion} isIconOnly onDone={onDeleted} />}
      {isDeleting && <ActionQuestion {...deletion} onDone={onDeleted} onClose={() => setDeleting(false)} />}
    </>
  )
}

const deletionOf = ({ id, name, version }: Dashboard) => ({
  route: deleteDashboard,
  input: { params: { dashboard_id: id }, version },
  label: t('Delete'),
  icon: IconTrash,
  confirm: {
    title: t('Delete {{name}}?', { name }),
    children: t('Its public link stops working immediately. The data behind it stays.'),
    isDanger: true,
  },
})
