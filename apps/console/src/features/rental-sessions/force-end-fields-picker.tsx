import { t } from '../../i18n/i18n.ts'
import { SelectField } from '../../ui/form/choice-fields.tsx'
import type { FormValues } from '../../ui/form/form-state.ts'
import { TextAreaField } from '../../ui/form/text-fields.tsx'

export const forceEndDefaults: FormValues = { fee: null, comment: '' }

/** What ending a rent asks for: whether the rider pays, and why it was ended (spec 5: a comment is required). */
export const ForceEndFields = ({ isReservation }: { isReservation: boolean }) => (
  <>
    <SelectField
      name="fee"
      label={t('Fee')}
      help={isReservation ? t('A reservation costs nothing either way.') : undefined}
      options={[
        { value: 'charged', label: t('With fee'), detail: t('the rider pays until now') },
        { value: 'waived', label: t('Without fee'), detail: t('the rider pays nothing') },
      ]}
    />
    <TextAreaField name="comment" label={t('Comment')} maxLength={500} help={t('At least 10 characters.')} />
  </>
)
