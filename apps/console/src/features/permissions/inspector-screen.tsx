import { Button, CopyButton } from '@mantine/core'
import { IconArrowRight, IconCheck, IconLink, IconShieldSearch } from '@tabler/icons-react'
import { inspectPerson } from '@wheelhouse/contract/permissions/inspector.ts'
import type { Inspection } from '@wheelhouse/contract/permissions/inspector.ts'
import { t } from '../../i18n/i18n.ts'
import { Loaded } from '../../live/loaded.tsx'
import { useLive } from '../../live/use-live.ts'
import { useCanCall } from '../../session/can.ts'
import { useUser } from '../../stores/user-store.ts'
import { lazyComponent } from '../../ui/base/lazy.tsx'
import { usePhone } from '../../ui/frame/app-frame.tsx'
import { Page } from '../../ui/frame/page.tsx'
import { NoPermission, Skeleton, State } from '../../ui/frame/states.tsx'
import { ConsoleUserSelect } from '../console-users/console-user-picker.tsx'
import { ViewAsPerson } from '../view-as/view-as-picker.tsx'
import { InspectorAnswer } from './inspector-answer.tsx'
import { InspectorChain } from './inspector-chain.tsx'
import { InspectorRights } from './inspector-rights.tsx'
import type { InspectorSearch } from './inspector-address.ts'
import { ResourceSelect } from './resource-select.tsx'
import classes from './permissions.module.css'

const RightPanel = lazyComponent(() => import('./right-panel.tsx').then((module) => module.RightPanel))

interface InspectorScreenProps {
  search: InspectorSearch
  onSearch: (search: InspectorSearch) => void
}

/** Spec section 6: which groups give a person access to a resource. The answer first, then the way to it. */
export function InspectorScreen({ search, onSearch }: InspectorScreenProps) {
  const may = useCanCall(inspectPerson)
  const me = useUser(({ subId }) => subId)
  const person = search.person ?? me ?? undefined
  const isPhone = usePhone()
  return (
    <Page
      title={t('Permissions inspector')}
      actions={
        <>
          {search.person !== undefined && search.person !== me && (
            <ViewAsPerson key={search.person} id={search.person} />
          )}
          {/* A phone shares the page by itself, and the title needs the place. */}
          {!isPhone && search.resource !== undefined && <CopyLink />}
        </>
      }
    >
      {may ? (
        <div className={classes.inspector}>
          <div className={classes.question}>
            <ConsoleUserSelect
              isLabelled
              label={t('Person')}
              value={person}
              onChoose={({ id }) => onSearch({ ...search, person: id, right: undefined })}
            />
            <IconArrowRight size={16} aria-hidden />
            <ResourceSelect
              type={search.type}
              id={search.resource}
              onChoose={({ type, id }) => onSearch({ ...search, type, resource: id, right: undefined })}
            />
          </div>
          <Inspected search={search} onSearch={onSearch} person={person} />
        </div>
      ) : (
        <NoPermission action="GET" resource="console_user" />
      )}
    </Page>
  )
}

const CopyLink = () => (
  <CopyButton value={location.href}>
    {({ copied, copy }) => (
      <Button
        leftSection={copied ? <IconCheck size={15} aria-hidden /> : <IconLink size={15} aria-hidden />}
        onClick={copy}
      >
        {copied ? t('Copied') : t('Copy link')}
      </Button>
    )}
  </CopyButton>
)

function Inspected({ search, onSearch, person }: InspectorScreenProps & { person: string | undefined }) {
  const { type, resource } = search
  const isAsked = person !== undefined && type !== undefined && resource !== undefined
  const input = {
    params: { console_user_id: person ?? '-' },
    query: { resource_type: type ?? 'location', resource_id: resource ?? '' },
  } as const
  const answer = useLive(inspectPerson, input, { enabled: isAsked, isQuiet: true })
  if (!isAsked)
    return (
      <State icon={<IconShieldSearch size={20} aria-hidden />} title={t('Choose a person and a resource')}>
        {t('You see what the person may do there, which roles and groups give it, and what is missing.')}
      </State>
    )
  return (
    <Loaded query={answer} failed={inspectPerson.says.failed} bones={<Skeleton lines={14} />}>
      {(inspection) => <Answer inspection={inspection} search={search} onSearch={onSearch} />}
    </Loaded>
  )
}

const Answer = ({ inspection, search, onSearch }: InspectorScreenProps & { inspection: Inspection }) => (
  <>
    <InspectorAnswer inspection={inspection} />
    <InspectorChain inspection={inspection} />
    <InspectorRights inspection={inspection} search={search} onSearch={onSearch} />
    {search.right !== undefined && (
      <RightPanel
        key={search.right}
        inspection={inspection}
        right={search.right}
        onClose={() => onSearch({ ...search, right: undefined })}
      />
    )}
  </>
)
