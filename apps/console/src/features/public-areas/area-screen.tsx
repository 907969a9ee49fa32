import { Button } from '@mantine/core'
import { IconBuilding, IconPencil, IconRefresh, IconTrash } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import {
  checkPublicArea,
  deletePublicArea,
  getPublicArea,
  listPublicAreaEvents,
  updatePublicArea,
} from '@wheelhouse/contract/public-areas/public-areas.ts'
import type { PublicAreaDetails } from '@wheelhouse/contract/public-areas/public-areas.ts'
import { ActionButton } from '../../forms/action-button.tsx'
import { t } from '../../i18n/i18n.ts'
import { notFoundText } from '../../i18n/not-found.ts'
import { lastList } from '../../lists/last-viewed-list.ts'
import { useLiveBadge } from '../../live/live-badge.ts'
import { ThingPage } from '../../live/thing-page.tsx'
import { useLive } from '../../live/use-live.ts'
import { useCanCall } from '../../session/can.ts'
import { useDocumentTitle } from '../../shell/document-title.ts'
import { lazyComponent } from '../../ui/base/lazy.tsx'
import { DetailsBody, DetailsHeader, idFact } from '../../ui/details/details.tsx'
import { StatusPill } from '../../ui/details/status.tsx'
import { DetailsSkeleton, RowBones } from '../../ui/details/details-skeleton.tsx'
import { usePhone } from '../../ui/frame/app-frame.tsx'
import { Tabs } from '../../ui/frame/page.tsx'
import { NoData } from '../../ui/frame/states.tsx'
import { OrganizationLink } from '../organizations/organization-link.tsx'
import { areaPath } from './area-address.ts'
import type { AreaSearch } from './area-address.ts'
import { feedWord, When } from './area-columns.tsx'
import { AreaLocations } from './area-locations.tsx'
import classes from './public-areas.module.css'

const EditAreaDialog = lazyComponent(() => import('./area-dialog.tsx').then((module) => module.EditAreaDialog))
const AreaFeeds = lazyComponent(() => import('./area-feeds.tsx').then((module) => module.AreaFeeds))

interface AreaScreenProps {
  id: string
  /** The address is the state. */
  search: AreaSearch
  onSearch: (search: AreaSearch) => void
  /** Events belong to another feature: the application puts them in. */
  history: ReactNode
  /** It was deleted here: back to the list. */
  onGone: () => void
}

/** One public area: its locations on a map, the addresses of its feeds, and what the check of them found. */
export function AreaScreen(props: AreaScreenProps) {
  const may = useCanCall(getPublicArea)
  const query = useLive(getPublicArea, { params: { public_area_id: props.id } }, { enabled: may, isQuiet: true })
  useDocumentTitle(query.data?.name ?? t('Public area'))
  const back = { label: t('Public areas'), href: '/public-areas' }
  return (
    <ThingPage
      route={getPublicArea}
      query={query}
      title={t('Public area')}
      back={back}
      thing={t('public area')}
      unknown={<NoData title={t('Public area not found')}>{notFoundText(t('public area'))}</NoData>}
      bones={
        <DetailsSkeleton title={t('Public area')} back={back}>
          <RowBones rows={12} />
        </DetailsSkeleton>
      }
    >
      {(area) => <Details {...props} area={area} />}
    </ThingPage>
  )
}

function Details({ area, search, onSearch, history, onGone }: AreaScreenProps & { area: PublicAreaDetails }) {
  const live = useLiveBadge()
  const mayEdit = useCanCall(updatePublicArea)
  const word = feedWord(area)
  return (
    <>
      <DetailsHeader
        crumbs={[
          { label: t('Public areas'), href: lastList('public-areas')?.href ?? '/public-areas' },
          { label: area.name },
        ]}
        {...live}
        name={area.name}
        states={<StatusPill of="feed" value={area.feed_state} {...(word === undefined ? {} : { word })} />}
        actions={<HeadActions area={area} onEdit={() => onSearch({ ...search, edit: 'yes' })} onGone={onGone} />}
        facts={factsOf(area)}
        tabs={<Tabs label={t('Parts of this public area')} tabs={useTabs(area, search)} />}
      />
      {search.tab === undefined && (
        <>
          <p className={classes.about}>{area.description}</p>
          <AreaLocations area={area} />
        </>
      )}
      {search.tab === 'feeds' && (
        <DetailsBody>
          <AreaFeeds area={area} />
        </DetailsBody>
      )}
      {search.tab === 'events' && <div className={classes.history}>{history}</div>}
      {search.edit !== undefined && mayEdit && (
        <EditAreaDialog area={area} onClose={() => onSearch({ ...search, edit: undefined })} />
      )}
    </>
  )
}

function useTabs({ id, feed_problems: problems }: PublicAreaDetails, { tab }: AreaSearch) {
  const hasEvents = useCanCall(listPublicAreaEvents)
  const href = areaPath(id)
  return [
    { id: 'locations', label: t('Locations'), href, isActive: tab === undefined },
    {
      id: 'feeds',
      label: t('Feeds and map'),
      href: `${href}?tab=feeds`,
      isActive: tab === 'feeds',
      ...(problems > 0 ? { count: problems, tone: 'red' as const } : {}),
    },
    ...(hasEvents
      ? [{ id: 'events', label: t('Events'), href: `${href}?tab=events`, isActive: tab === 'events' }]
      : []),
  ]
}

const factsOf = (area: PublicAreaDetails) => [
  { value: t('{{part}} of {{all}} locations in the feeds', { part: area.public_locations, all: area.locations }) },
  {
    icon: IconBuilding,
    value: <OrganizationLink id={area.organization_id} name={area.organization_name} />,
    isWideOnly: true,
  },
  ...(area.checked_at === null
    ? []
    : [
        {
          value: (
            <>
              {t('Checked')} <When at={area.checked_at} />
            </>
          ),
          isWideOnly: true,
        },
      ]),
  idFact(area.id),
]

interface HeadActionsProps {
  area: PublicAreaDetails
  onEdit: () => void
  onGone: () => void
}

function HeadActions({ area, onEdit, onGone }: HeadActionsProps) {
  const mayEdit = useCanCall(updatePublicArea)
  const isPhone = usePhone()
  const params = { public_area_id: area.id }
  return (
    <>
      <ActionButton
        route={deletePublicArea}
        input={{ params, version: area.version }}
        label={t('Delete')}
        icon={IconTrash}
        isIconOnly={isPhone}
        confirm={{
          title: t('Delete {{name}}?', { name: area.name }),
          children: t(
            'Its feeds stop immediately, and its map disappears from other websites. The locations themselves stay.',
          ),
          isDanger: true,
          keepLabel: t('Keep public area'),
        }}
        onDone={onGone}
      />
      {mayEdit && (
        <Button leftSection={<IconPencil size={15} />} onClick={onEdit}>
          {t('Edit')}
        </Button>
      )}
      <ActionButton
        route={checkPublicArea}
        input={{ params }}
        label={t('Check feeds')}
        icon={IconRefresh}
        variant="filled"
        done={t('Feeds checked')}
      />
    </>
  )
}
