import { IconPower } from '@tabler/icons-react'
import { bodyOf } from '@wheelhouse/contract/body-of.ts'
import { rentalCommandRule } from '@wheelhouse/contract/commands/rental-commands.ts'
import { deactivateRentalDevices } from '@wheelhouse/contract/rentals/rentals.ts'
import { t } from '../../i18n/i18n.ts'
import type { BulkDialogProps } from '../../lists/list-bulk.ts'
import { SelectField } from '../../ui/form/choice-fields.tsx'
import { TextAreaField } from '../../ui/form/text-fields.tsx'
import { commandQuestion } from '../commands/rental-command-labels.ts'
import { DangerousBulkDialog } from './dangerous-bulk-dialog.tsx'

const schema = bodyOf(deactivateRentalDevices).omit({ target: true })

/** Deactivates all that are selected; what cannot be deactivated now is named and stays as it is. */
export function DeactivateBulkDialog(bulk: BulkDialogProps) {
  const { reason, comment } = commandQuestion()
  return (
    <DangerousBulkDialog
      bulk={bulk}
      title={
        bulk.count === '1'
          ? t('Deactivate 1 rental device?')
          : t('Deactivate {{count}} rental devices?', { count: bulk.count })
      }
      icon={IconPower}
      label={t('Deactivate')}
      effect={t(rentalCommandRule('deactivate').effect)}
      schema={schema}
      defaults={{ reason: null, comment: '' }}
      routeOf={() => deactivateRentalDevices}
    >
      <SelectField name="reason" label={reason.label} options={reason.options} />
      <TextAreaField
        name="comment"
        label={comment.label}
        maxLength={comment.maxLength}
        placeholder={comment.placeholder}
      />
    </DangerousBulkDialog>
  )
}
