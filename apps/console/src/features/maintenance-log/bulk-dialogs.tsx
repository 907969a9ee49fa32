import { IconProgress, IconPencil } from '@tabler/icons-react'
import { isOneOf } from '@wheelhouse/contract/certain.ts'
import { logStatuses, reasonOfStatus } from '@wheelhouse/contract/maintenance-log/entry-rules.ts'
import type { LogStatus } from '@wheelhouse/contract/maintenance-log/entry-rules.ts'
import {
  editLogEntries,
  listPresentAssignees,
  moveLogEntries,
} from '@wheelhouse/contract/maintenance-log/maintenance-log.ts'
import { LogBulkMove } from '@wheelhouse/contract/maintenance-log/log-entry.ts'
import { useQuery } from '@tanstack/react-query'
import * as z from 'zod'
import { read } from '../../api/api.ts'
import { t } from '../../i18n/i18n.ts'
import { BulkForm } from '../../lists/bulk-form.tsx'
import type { BulkDialogProps } from '../../lists/list-bulk.ts'
import { Dialog } from '../../ui/dialogs/dialog.tsx'
import { statusStyles } from '../../ui/details/status-styles.ts'
import { StatusGlyph } from '../../ui/details/status.tsx'
import { SelectField } from '../../ui/form/choice-fields.tsx'
import type { FormValues } from '../../ui/form/form-state.ts'
import { TextAreaField } from '../../ui/form/text-fields.tsx'
import { priorityOptions, resourceOptions } from './entry-fields.tsx'

const titled = (count: string, one: string, many: string): string => (count === '1' ? t(one) : t(many, { count }))

/** One status for many. An entry from which no move leads there fails alone and stays selected. */
export const MoveBulkDialog = ({ count, ...bulk }: BulkDialogProps) => (
  <Dialog
    opened
    onClose={bulk.onClose}
    title={titled(count, 'Status of 1 log entry', 'Status of {{count}} log entries')}
    icon={IconProgress}
    size={520}
    isBusy={bulk.isBusy}
  >
    <BulkForm
      {...bulk}
      schema={LogBulkMove}
      defaults={{ status: null, reason: '', resolution: '' }}
      bodyOf={moveOf}
      routeOf={() => moveLogEntries}
      sendLabel={() => t('Set {{count}}', { count })}
    >
      {({ status }) => (
        <>
          <SelectField
            name="status"
            label={t('Status')}
            options={logStatuses.map((value) => ({
              value,
              label: t(statusStyles.maintenance[value].word),
              glyph: <StatusGlyph of="maintenance" value={value} />,
            }))}
          />
          <ReasonField status={isOneOf(logStatuses, status) ? status : null} />
        </>
      )}
    </BulkForm>
  </Dialog>
)

const moveOf = ({ status, reason, resolution }: FormValues): FormValues => ({ status, reason, resolution })

function ReasonField({ status }: { status: LogStatus | null }) {
  const field = status === null ? null : reasonOfStatus[status]
  if (field === null) return null
  return (
    <TextAreaField
      name={field}
      label={field === 'reason' ? t('Reason') : t('Resolution reason')}
      maxLength={500}
      help={t('Applies to all selected entries.')}
    />
  )
}

const keep = 'keep'
const EditSchema = z.strictObject({ edit: z.record(z.string(), z.unknown()) })

const nobody = 'nobody'

const editOf = ({ priority, resource, assignee, due }: FormValues): FormValues => ({
  edit: {
    ...(priority === keep ? {} : { priority }),
    ...(resource === keep ? {} : { resource }),
    ...(assignee === keep ? {} : { assignee_id: assignee === nobody ? null : assignee }),
    ...(due === keep ? {} : { due_at: null }),
  },
})

/** The same values for many; what stays at "Keep" is left as it is in each entry. */
export function EditBulkDialog({ count, ...bulk }: BulkDialogProps) {
  const kept = { value: keep, label: t('Keep as it is') }
  const { data: people = [] } = useQuery(read(listPresentAssignees, {}, { isQuiet: true }))
  return (
    <Dialog
      opened
      onClose={bulk.onClose}
      title={titled(count, 'Edit 1 log entry', 'Edit {{count}} log entries')}
      icon={IconPencil}
      size={520}
      isBusy={bulk.isBusy}
    >
      <BulkForm
        {...bulk}
        schema={EditSchema}
        defaults={{ priority: keep, resource: keep, assignee: keep, due: keep }}
        bodyOf={editOf}
        check={(values) =>
          Object.values(values).every((value) => value === keep) ? { priority: t('Choose what to change') } : null
        }
        routeOf={() => editLogEntries}
        sendLabel={() => t('Change {{count}}', { count })}
      >
        <SelectField name="priority" label={t('Priority')} options={[kept, ...priorityOptions()]} />
        <SelectField name="resource" label={t('Resource')} options={[kept, ...resourceOptions()]} />
        <SelectField
          name="assignee"
          label={t('Assignee')}
          options={[
            kept,
            { value: nobody, label: t('Nobody') },
            ...people.map(({ id, name }) => ({ value: id, label: name })),
          ]}
          help={t('Entries at locations where this person may not work stay unchanged and are listed.')}
        />
        <SelectField
          name="due"
          label={t('Due')}
          options={[kept, { value: 'priority', label: t('By priority') }]}
          help={t('A due time set by the priority changes with the priority.')}
        />
      </BulkForm>
    </Dialog>
  )
}
