import { IconCategory, IconEye, IconList, IconMap2, IconTrash, IconX } from '@tabler/icons-react'
import { useEffect, useEffectEvent, useRef } from 'react'
import type { ReactNode } from 'react'
import {
  createPointOfInterest,
  deletePointsOfInterest,
  getPointOfInterest,
} from '@wheelhouse/contract/points-of-interest/points-of-interest.ts'
import type { PointOfInterest } from '@wheelhouse/contract/points-of-interest/points-of-interest.ts'
import { useCanCall } from '../../session/can.ts'
import { t } from '../../i18n/i18n.ts'
import type { BulkAction } from '../../lists/list-bulk.ts'
import { ListPage } from '../../lists/list-page.tsx'
import { ageChip, chip } from '../../lists/list-filters.tsx'
import type { ListScreenProps } from '../../lists/list-address.ts'
import { cleared } from '../../lists/list-search.ts'
import { CreateButton } from '../../ui/frame/create-button.tsx'
import { usePhone } from '../../ui/frame/app-frame.tsx'
import { Button, IconButton } from '../../ui/base/button.tsx'
import { lazyComponent } from '../../ui/base/lazy.tsx'
import { Segments } from '../../ui/base/segments.tsx'
import { useLocationChip } from '../locations/location-choices.ts'
import { PointCard, pointColumns } from './point-columns.tsx'
import { closed, pointOpen, pointsAddress } from './point-search.ts'
import type { PointsSearch } from './point-search.ts'
import { levelLabels, typeLabels } from './point-labels.ts'
import classes from './points-of-interest.module.css'

// What no row needs comes with its first use.
const NewPointDialog = lazyComponent(() => import('./point-dialog.tsx').then((module) => module.NewPointDialog))
const OpenPoint = lazyComponent(() => import('./point-panel.tsx').then((module) => module.OpenPoint))
const PointsMap = lazyComponent(() => import('./points-map.tsx').then((module) => module.PointsMap))

type ScreenProps = ListScreenProps<typeof pointsAddress>

const rowName = ({ label }: PointOfInterest): string => label
const card = (row: PointOfInterest) => <PointCard point={row} />

const bulkActions: readonly BulkAction[] = [
  {
    label: t('Delete'),
    icon: IconTrash,
    isDanger: true,
    route: deletePointsOfInterest,
    confirm: {
      title: (count) =>
        count === '1' ? t('Delete 1 point of interest?') : t('Delete {{count}} points of interest?', { count }),
      text: () => t('The points disappear from the map and from every list. Their history stays in the audit log.'),
      confirmLabel: t('Delete'),
      keepLabel: t('Keep on the map'),
    },
  },
]

/** Places of interest near the locations: taps, pumps, repair stands, and planned places. */
export function PointsOfInterestScreen({
  search,
  onSearch,
  history,
}: ScreenProps & { history?: (id: string) => ReactNode }) {
  const mayCreate = useCanCall(createPointOfInterest)
  const mayOpen = useCanCall(getPointOfInterest)
  const isMap = search.view === 'map'
  const isPlacing = isMap && search.open === 'place'
  const close = (): void => onSearch(closed(search))
  const open = (id: string): void => onSearch({ ...search, open: id, at: undefined })
  const opened = pointOpen(search)
  return (
    <>
      <ListPage
        address={pointsAddress}
        search={search}
        onSearch={onSearch}
        title={t('Points of interest')}
        columns={pointColumns}
        card={card}
        rowName={rowName}
        onOpen={({ id }) => open(id)}
        filters={{
          type: chip(t('Type'), IconCategory, typeLabels),
          access_level: chip(t('Access'), IconEye, levelLabels),
          location_id: useLocationChip(search),
          created_at: ageChip(t('Created')),
        }}
        bulkActions={bulkActions}
        find={t('Label, external ID or description')}
        viewSwitch={!isPlacing && <ViewSwitch search={search} onSearch={onSearch} />}
        actions={<HeadActions search={search} onSearch={onSearch} mayCreate={mayCreate} />}
        instead={
          isMap ? (
            <PointsMap
              search={search}
              onOpen={open}
              onClear={() => onSearch(cleared(search))}
              onCamera={(camera) => onSearch({ ...search, camera }, { replace: true })}
              onPlace={
                isPlacing && mayCreate
                  ? ({ latitude, longitude }) => onSearch({ ...search, open: 'new', at: `${latitude},${longitude}` })
                  : undefined
              }
            />
          ) : undefined
        }
        words={{
          noMatch: t('No point of interest matches'),
          noData: t('No points of interest yet'),
          whyNoData: t('Water taps, pumps, repair stands and planned locations of your organization appear here.'),
        }}
      />
      {search.open === 'new' && mayCreate && (
        <NewPointDialog at={search.at} onDone={({ id }) => open(id)} onClose={close} />
      )}
      {mayOpen && opened && (
        <OpenPoint
          key={opened.id}
          {...opened}
          history={history}
          onEdit={(isEdited) => onSearch({ ...search, open: isEdited ? `edit:${opened.id}` : opened.id })}
          onClose={close}
        />
      )}
    </>
  )
}

/** On the map a new one begins with a click on its place, in the table with the form. */
function HeadActions({ search, onSearch, mayCreate }: ScreenProps & { mayCreate: boolean }) {
  const isPhone = usePhone()
  const isMap = search.view === 'map'
  const begin = (): void => onSearch({ ...search, open: isMap ? 'place' : 'new' })
  const { isPlacing, cancel, newPoint } = usePlacing(search, onSearch)
  if (isPlacing)
    return (
      <>
        <span className={classes.placing} role="status">
          {isPhone
            ? t('Click to place the pin')
            : t('Click to place the pin, or move the map with the arrow keys and press Enter')}
        </span>
        <Button leftSection={<IconX size={15} />} onClick={cancel}>
          {t('Cancel')}
        </Button>
      </>
    )
  return mayCreate && <CreateButton ref={newPoint} label={t('New point')} onClick={begin} />
}

/** Table and map of the same filter. */
function ViewSwitch({ search, onSearch }: ScreenProps) {
  const isPhone = usePhone()
  const isMap = search.view === 'map'
  const show = (view: string): void =>
    onSearch({ ...closed(search), view: view === 'map' ? 'map' : undefined, camera: undefined })
  if (isPhone)
    return (
      <IconButton
        variant="subtle"
        aria-label={isMap ? t('Table') : t('Map')}
        onClick={() => show(isMap ? 'table' : 'map')}
      >
        {isMap ? <IconList size={22} aria-hidden /> : <IconMap2 size={22} aria-hidden />}
      </IconButton>
    )
  const views = [
    { value: 'table', label: t('Table') },
    { value: 'map', label: t('Map') },
  ]
  return <Segments label={t('View')} choices={views} value={search.view ?? 'table'} onChange={show} />
}

/** While a place is looked for the map has the keys; Esc gives them back to where it began. */
function usePlacing(search: PointsSearch, onSearch: ScreenProps['onSearch']) {
  const newPoint = useRef<HTMLButtonElement>(null)
  const wasPlacing = useRef(false)
  const { view, open } = search
  const isPlacing = view === 'map' && open === 'place'
  const cancel = (): void => onSearch(closed(search))
  const pressed = useEffectEvent(({ key }: KeyboardEvent) => key === 'Escape' && cancel())
  useEffect(() => {
    if (!isPlacing) return undefined
    window.addEventListener('keydown', pressed)
    return () => window.removeEventListener('keydown', pressed)
  }, [isPlacing])
  useEffect(() => {
    if (wasPlacing.current && open === undefined) newPoint.current?.focus()
    wasPlacing.current = isPlacing
  }, [isPlacing, open])
  return { isPlacing, cancel, newPoint }
}
