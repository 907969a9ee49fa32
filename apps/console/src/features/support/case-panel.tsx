import { Button } from '@mantine/core'
import { IconCheck, IconNotes, IconPlus, IconRotate, IconTool } from '@tabler/icons-react'
import { useState } from 'react'
import { stuckUserReasons } from '@wheelhouse/contract/commands/command-bodies.ts'
import {
  addCaseNote,
  caseName,
  createSupportCase,
  getSupportCase,
  setSupportCaseStatus,
  supportCases,
} from '@wheelhouse/contract/support/support-cases.ts'
import type { SupportCase, SupportCaseDetails } from '@wheelhouse/contract/support/support-cases.ts'
import { ActionButton } from '../../forms/action-button.tsx'
import { ContractForm } from '../../forms/contract-form.tsx'
import { t } from '../../i18n/i18n.ts'
import { notFoundText } from '../../i18n/not-found.ts'
import { useList } from '../../lists/list.ts'
import { Loaded } from '../../live/loaded.tsx'
import { useLive } from '../../live/use-live.ts'
import { useCanCall } from '../../session/can.ts'
import { Card } from '../../ui/details/key-values.tsx'
import { Link } from '../../ui/details/link.tsx'
import { RelativeTime } from '../../ui/details/time.tsx'
import { SelectField } from '../../ui/form/choice-fields.tsx'
import { TextAreaField, TextField } from '../../ui/form/text-fields.tsx'
import { Skeleton } from '../../ui/frame/states.tsx'
import { caseReasonLabels } from './case-labels.ts'
import { supportPath } from './support-address.ts'
import classes from './support.module.css'
import { entryPath } from '../maintenance-log/entry-address.ts'

interface CasePanelProps {
  userId: string
  /** The device and the session that the call is about. */
  deviceId: string | undefined
  sessionId: string | undefined
  /** What a new case is called until someone writes better. */
  subject: string
  openCase: SupportCase | undefined
  caseId: string | undefined
  onOpen: (caseId: string) => void
  /** Absent where nothing can be handed over: no device, or no right to the log. */
  onHandOver: ((found: SupportCaseDetails) => void) | undefined
}

/** The cases of a rider, newest first, as the page needs them. */
export function useCases(userId: string, isAsked = true) {
  const may = useCanCall(supportCases.route)
  const query = { user_id: userId, limit: 6 }
  return useList(supportCases.route, query, { enabled: may && isAsked, isLive: true })
}

/** The case under way with its notes, or the way to open one; then what was there before. */
export function CasePanel(props: CasePanelProps) {
  const { userId, caseId, openCase } = props
  const may = useCanCall(supportCases.route)
  const cases = useCases(userId)
  const id = caseId ?? openCase?.id
  if (!may) return null
  const before = cases.rows.filter((one) => one.id !== id)
  return (
    <>
      {id === undefined ? <NewCase {...props} /> : <OpenCase key={id} {...props} id={id} />}
      {before.length > 0 && (
        <ul className={classes.before} aria-label={t('Other cases')}>
          {before.map((one) => (
            <li key={one.id}>
              <Link href={supportPath({ user: userId, case: one.id, device: one.device_id ?? undefined })}>
                {caseName(one.number)} {one.subject}
              </Link>
              <span>{one.status === 'open' ? t('Open') : t('Closed')}</span>
            </li>
          ))}
        </ul>
      )}
    </>
  )
}

const focus = (button: HTMLElement | null): void => button?.focus()
const focusFirstField = (form: HTMLElement | null): void => form?.querySelector('input')?.focus()

function NewCase({ userId, deviceId, sessionId, subject, onOpen }: CasePanelProps) {
  // Null until the form was open: the button that it leaves behind takes the focus again.
  const [isWriting, setWriting] = useState<boolean | null>(null)
  const may = useCanCall(createSupportCase)
  if (!may) return null
  if (isWriting !== true)
    return (
      <Button
        ref={isWriting === false ? focus : undefined}
        leftSection={<IconPlus size={15} aria-hidden />}
        onClick={() => setWriting(true)}
      >
        {t('Open a case')}
      </Button>
    )
  return (
    <Card title={t('New case')}>
      <div ref={focusFirstField}>
        <ContractForm
          route={createSupportCase}
          params={{ rider_id: userId }}
          defaults={{
            subject,
            reason: null,
            note: null,
            device_id: deviceId ?? null,
            session_id: sessionId ?? null,
          }}
          saveLabel={t('Open case')}
          onDone={({ id }) => {
            setWriting(false)
            onOpen(id)
          }}
          onCancel={() => setWriting(false)}
        >
          <TextField name="subject" label={t('Subject')} maxLength={120} />
          <SelectField
            name="reason"
            label={t('Why is the rider stuck?')}
            options={stuckUserReasons.map((value) => ({ value, label: t(caseReasonLabels[value]) }))}
          />
          <TextAreaField name="note" label={t('First note')} maxLength={2000} />
        </ContractForm>
      </div>
    </Card>
  )
}

function OpenCase({ userId, id, onHandOver }: CasePanelProps & { id: string }) {
  const params = { rider_id: userId, case_id: id }
  const found = useLive(getSupportCase, { params }, { isQuiet: true })
  return (
    <Loaded
      query={found}
      failed={getSupportCase.says.failed}
      missing={notFoundText(t('case'))}
      bones={<Skeleton lines={4} />}
    >
      {(one) => <CaseCard found={one} params={params} onHandOver={onHandOver} />}
    </Loaded>
  )
}

interface CaseCardProps extends Pick<CasePanelProps, 'onHandOver'> {
  found: SupportCaseDetails
  params: { rider_id: string; case_id: string }
}

function CaseCard({ found, params, onHandOver }: CaseCardProps) {
  const [written, setWritten] = useState(0)
  const { number, subject, status, reason, notes, log_entry_id, log_entry_number, location_id } = found
  const state = status === 'open' ? t('Open') : t('Closed')
  return (
    <Card title={`${caseName(number)} ${subject}`}>
      <div className={classes.caseFacts}>
        {[state, reason !== null && t(caseReasonLabels[reason])].filter(Boolean).join(' · ')}
        {log_entry_number !== null && log_entry_id !== null && location_id !== null && (
          <Link href={entryPath({ location_id, id: log_entry_id })}>
            {t('Log entry M-{{number}}', { number: log_entry_number })}
          </Link>
        )}
        <span className={classes.caseActions}>
          {onHandOver !== undefined && log_entry_id === null && status === 'open' && (
            <Button leftSection={<IconTool size={14} aria-hidden />} onClick={() => onHandOver(found)}>
              {t('Hand over')}
            </Button>
          )}
          <StatusButton found={found} params={params} />
        </span>
      </div>
      <Notes notes={notes} />
      <ContractForm
        // A note that this person wrote empties the form; one of a colleague does not.
        key={written}
        route={addCaseNote}
        params={params}
        defaults={{ text: '' }}
        saveLabel={t('Add note')}
        onDone={() => setWritten((count) => count + 1)}
      >
        <TextAreaField name="text" label={t('Note')} maxLength={2000} minRows={2} />
      </ContractForm>
    </Card>
  )
}

const StatusButton = ({ found: { status, version }, params }: Pick<CaseCardProps, 'found' | 'params'>) => (
  <ActionButton
    route={setSupportCaseStatus}
    input={{ params, body: { status: status === 'open' ? 'closed' : 'open' }, version }}
    label={status === 'open' ? t('Close case') : t('Reopen')}
    icon={status === 'open' ? IconCheck : IconRotate}
  />
)

function Notes({ notes }: Pick<SupportCaseDetails, 'notes'>) {
  if (notes.length === 0) return null
  return (
    <ol className={classes.notes} aria-label={t('Notes')}>
      {notes.map(({ id, text, created_by_name, created_at }) => (
        <li key={id}>
          <IconNotes size={14} aria-hidden />
          <p>{text}</p>
          <span>
            {created_by_name ?? t('System')}, <RelativeTime at={created_at} isShort />
          </span>
        </li>
      ))}
    </ol>
  )
}
