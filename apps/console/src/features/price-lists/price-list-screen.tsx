import { Button } from '@mantine/core'
import { IconCalendarOff, IconCopy, IconPencil, IconPlus, IconTrash } from '@tabler/icons-react'
import { useState } from 'react'
import type { ReactNode } from 'react'
import { hasBegun, mayDo, priceListsOf } from '@wheelhouse/contract/price-lists/price-lists.ts'
import type { PriceListDetails, PriceListTarget, PriceVersion } from '@wheelhouse/contract/price-lists/price-lists.ts'
import { ActionButton } from '../../forms/action-button.tsx'
import { useFormat } from '../../i18n/format.ts'
import { t } from '../../i18n/i18n.ts'
import { ThingPage } from '../../live/thing-page.tsx'
import { useLive } from '../../live/use-live.ts'
import { useCanCall } from '../../session/can.ts'
import { useDocumentTitle } from '../../shell/document-title.ts'
import { lazyComponent } from '../../ui/base/lazy.tsx'
import { useClock } from '../../ui/base/clock.ts'
import { DetailsBody, DetailsHeader, idFact } from '../../ui/details/details.tsx'
import { Link } from '../../ui/details/link.tsx'
import { StatusPill } from '../../ui/details/status.tsx'
import { DetailsSkeleton, RowBones } from '../../ui/details/details-skeleton.tsx'
import { Calculator } from './calculator.tsx'
import { priceListParams, targetParams } from './price-list-path.ts'
import { Target } from './price-list-columns.tsx'
import { termsLine } from './price-terms-labels.ts'
import classes from './price-lists.module.css'

const RenameDialog = lazyComponent(() => import('./price-list-dialogs.tsx').then((module) => module.RenameDialog))
const EndDialog = lazyComponent(() => import('./price-list-dialogs.tsx').then((module) => module.EndDialog))
const VersionDialog = lazyComponent(() => import('./price-list-dialogs.tsx').then((module) => module.VersionDialog))

interface ScreenProps {
  type: PriceListTarget
  targetId: string
  id: string
  /** Events belong to another feature: the application puts them in. */
  history?: ((params: Record<string, string>) => ReactNode) | undefined
}

/** One price list: its versions, and what a stay costs by them. */
export function PriceListScreen({ type, targetId, id, history }: ScreenProps) {
  const route = priceListsOf[type].get
  const may = useCanCall(route)
  const params = { ...targetParams(type, targetId), [`${type}_price_list_id`]: id }
  const query = useLive(route, { params }, { enabled: may, isQuiet: true })
  useDocumentTitle(query.data?.name ?? t('Price list'))
  const back = { label: t('Price lists'), href: '/price-lists' }
  return (
    <ThingPage
      route={route}
      query={query}
      title={t('Price list')}
      back={back}
      thing={t('price list')}
      bones={
        <DetailsSkeleton title={t('Price list')} back={back} tabs={false}>
          <RowBones rows={8} />
        </DetailsSkeleton>
      }
    >
      {(list) => <Details list={list} history={history} />}
    </ThingPage>
  )
}

/** Which form is open. */
type Open = { form: 'rename' | 'end' | 'new' } | { form: 'edit'; version: PriceVersion } | null

function Details({ list, history }: { list: PriceListDetails; history: ScreenProps['history'] }) {
  const [open, setOpen] = useState<Open>(null)
  const [chosen, setChosen] = useState<string | null>(null)
  const version = list.all_versions.find(({ id }) => id === (chosen ?? list.version_id)) ?? list.all_versions[0]
  const close = (): void => setOpen(null)
  return (
    <>
      <DetailsHeader
        crumbs={[{ label: t('Price lists'), href: '/price-lists' }, { label: list.name }]}
        name={list.name}
        states={<StatusPill of="service_fee" value={list.status} />}
        facts={[{ value: <Target {...list} /> }, { value: list.time_zone }, idFact(list.id)]}
        actions={<HeadActions list={list} onOpen={setOpen} />}
      />
      <DetailsBody
        aside={
          version && (
            <Calculator
              key={version.id}
              terms={version}
              timeZone={list.time_zone}
              freeMinutes={list.free_parking_minutes}
            />
          )
        }
        asideLabel={t('Calculator')}
      >
        <div className={classes.page}>
          <Versions
            list={list}
            chosen={version?.id ?? null}
            onChoose={setChosen}
            onEdit={(one) => setOpen({ form: 'edit', version: one })}
          />
          {history && (
            <section>
              <h2>{t('Event history')}</h2>
              {history(priceListParams(list))}
            </section>
          )}
        </div>
      </DetailsBody>
      {open?.form === 'rename' && <RenameDialog list={list} onClose={close} />}
      {open?.form === 'end' && <EndDialog list={list} onClose={close} />}
      {open?.form === 'new' && <VersionDialog list={list} version={null} onClose={close} />}
      {open?.form === 'edit' && <VersionDialog list={list} version={open.version} onClose={close} />}
    </>
  )
}

function HeadActions({ list, onOpen }: { list: PriceListDetails; onOpen: (open: Open) => void }) {
  const { rename, end, addVersion, create } = priceListsOf[list.target_type]
  const may = {
    rename: useCanCall(rename),
    end: useCanCall(end),
    add: useCanCall(addVersion),
    copy: useCanCall(create),
  }
  const icon = { size: 15, 'aria-hidden': true } as const
  return (
    <>
      {may.copy && (
        <Button component={Link} href={`/price-lists?open=copy:${list.id}`} leftSection={<IconCopy {...icon} />}>
          {t('Copy')}
        </Button>
      )}
      {may.rename && mayDo(list.status, 'rename') && (
        <Button leftSection={<IconPencil {...icon} />} onClick={() => onOpen({ form: 'rename' })}>
          {t('Rename')}
        </Button>
      )}
      {may.end && mayDo(list.status, 'end') && (
        <Button leftSection={<IconCalendarOff {...icon} />} onClick={() => onOpen({ form: 'end' })}>
          {t('End')}
        </Button>
      )}
      {may.add && mayDo(list.status, 'add_version') && (
        <Button variant="filled" leftSection={<IconPlus {...icon} />} onClick={() => onOpen({ form: 'new' })}>
          {t('New version')}
        </Button>
      )}
    </>
  )
}

interface VersionsProps {
  list: PriceListDetails
  chosen: string | null
  onChoose: (id: string) => void
  onEdit: (version: PriceVersion) => void
}

/** The newest first; the chosen one is what the calculator counts by. */
function Versions({ list, chosen, onChoose, onEdit }: VersionsProps) {
  return (
    <section>
      <h2>{t('Versions')}</h2>
      <ol className={classes.versions}>
        {list.all_versions.map((version) => (
          <Version
            key={version.id}
            list={list}
            version={version}
            isChosen={version.id === chosen}
            onChoose={() => onChoose(version.id)}
            onEdit={() => onEdit(version)}
          />
        ))}
      </ol>
    </section>
  )
}

interface VersionProps {
  list: PriceListDetails
  version: PriceVersion
  isChosen: boolean
  onChoose: () => void
  onEdit: () => void
}

function Version({ list, version, isChosen, onChoose, onEdit }: VersionProps) {
  const format = useFormat(list.time_zone)
  const now = useClock(60_000, (at) => at)
  const { removeVersion, updateVersion } = priceListsOf[list.target_type]
  const mayEdit = useCanCall(updateVersion)
  const isComing = !hasBegun(version, now)
  const isOpen = isComing && version.first_used_at === null && mayDo(list.status, 'add_version')
  const { number, valid_from, valid_until, first_used_at } = version
  const until = valid_until === null ? t('until further notice') : format.dateTime(valid_until)
  return (
    <li className={classes.version} data-chosen={isChosen || undefined} data-coming={isComing || undefined}>
      <button type="button" className={classes.pick} aria-pressed={isChosen} onClick={onChoose}>
        <strong>{t('Version {{number}}', { number })}</strong>
        <span>{termsLine(version, format)}</span>
        <small>
          {`${format.dateTime(valid_from)} – ${until}`}
          {first_used_at === null
            ? ` · ${t('no session yet')}`
            : ` · ${t('first session {{time}}', { time: format.dateTime(first_used_at) })}`}
        </small>
      </button>
      {isOpen && (
        <span className={classes.tools}>
          {mayEdit && (
            <Button size="compact-sm" leftSection={<IconPencil size={14} aria-hidden />} onClick={onEdit}>
              {t('Edit')}
            </Button>
          )}
          {list.all_versions.length > 1 && (
            <ActionButton
              route={removeVersion}
              input={{
                params: { ...priceListParams(list), [`${list.target_type}_price_version_id`]: version.id },
                version: list.version,
              }}
              label={t('Remove')}
              name={t('Remove version {{number}}', { number })}
              icon={IconTrash}
              confirm={{
                title: t('Remove version {{number}}?', { number }),
                children: t('The version has not begun, and no session has used it.'),
                isDanger: true,
                keepLabel: t('Keep version'),
              }}
            />
          )}
        </span>
      )}
    </li>
  )
}
