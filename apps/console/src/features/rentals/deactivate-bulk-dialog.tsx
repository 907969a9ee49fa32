import { IconPower } from '@tabler/icons-react'
import { bodyOf } from '@wheelhouse/contract/body-of.ts'
import { rentalCommandRule } from '@wheelhouse/contract/commands/rental-commands.ts'
import { deactivateRentalDevices } from '@wheelhouse/contract/rentals/rentals.ts'
import { t } from '../../i18n/i18n.ts'
import { BulkForm } from '../../lists/bulk-form.tsx'
import type { BulkDialogProps } from '../../lists/list-bulk.ts'
import { Dialog } from '../../ui/dialogs/dialog.tsx'
import { SelectField } from '../../ui/form/choice-fields.tsx'
import { TextAreaField } from '../../ui/form/text-fields.tsx'
import { commandQuestion } from '../commands/rental-command-labels.ts'
import { useDangerousBulk } from './dangerous-bulk.tsx'
import classes from './rentals.module.css'

const schema = bodyOf(deactivateRentalDevices).omit({ target: true })

/** Deactivates all that are selected; what cannot be deactivated now is named and stays as it is. */
export function DeactivateBulkDialog({ count, ...bulk }: BulkDialogProps) {
  const dangerous = useDangerousBulk({ count, ids: bulk.ids })
  const { reason, comment } = commandQuestion()
  return (
    <Dialog
      opened
      onClose={bulk.onClose}
      title={t('Deactivate {{count}} rental devices?', { count })}
      icon={IconPower}
      size={480}
      isDanger
      isBusy={bulk.isBusy}
    >
      <BulkForm
        {...bulk}
        schema={schema}
        defaults={{ reason: null, comment: '', ...dangerous.defaults }}
        bodyOf={dangerous.bodyOf}
        check={dangerous.check}
        isStopped={dangerous.isStopped}
        routeOf={() => deactivateRentalDevices}
        sendLabel={() => t('Deactivate')}
        isDanger={() => true}
      >
        <p className={classes.effect}>{t(rentalCommandRule('deactivate').effect)}</p>
        <SelectField name="reason" label={reason.label} options={reason.options} />
        <TextAreaField
          name="comment"
          label={comment.label}
          maxLength={comment.maxLength}
          placeholder={comment.placeholder}
        />
        {dangerous.fields}
      </BulkForm>
    </Dialog>
  )
}
