import { IconReportAnalytics } from '@tabler/icons-react'
import { LocationTag } from '@wheelhouse/contract/locations/location-values.ts'
import { reportTypes } from '@wheelhouse/contract/reports/report-columns.ts'
import { createReport, reportFormats } from '@wheelhouse/contract/reports/reports.ts'
import type { Report } from '@wheelhouse/contract/reports/reports.ts'
import { ContractForm } from '../../forms/contract-form.tsx'
import { t } from '../../i18n/i18n.ts'
import { Dialog } from '../../ui/dialogs/dialog.tsx'
import { SelectField } from '../../ui/form/choice-fields.tsx'
import { DateRangeField } from '../../ui/form/date-fields.tsx'
import { FormSection } from '../../ui/form/form-parts.tsx'
import { TagsField } from '../../ui/form/tags-field.tsx'
import { SwitchField, TextField } from '../../ui/form/text-fields.tsx'
import { LocationField } from '../locations/location-picker.tsx'
import { OrganizationField } from '../organizations/organization-picker.tsx'
import { typeLabels } from './report-labels.ts'

const empty = {
  description: '',
  type: '',
  format: 'xlsx',
  from_day: '',
  to_day: '',
  location_ids: [],
  tags: [],
  of_organization_id: null,
  repeats_monthly: false,
}

/** Spec section 2: create report (pick locations, pick timeframe). */
export const NewReportDialog = ({ onDone, onClose }: { onDone: (report: Report) => void; onClose: () => void }) => (
  <Dialog opened onClose={onClose} title={t('New report')} icon={IconReportAnalytics} size={640}>
    <ContractForm route={createReport} defaults={empty} saveLabel={t('Create')} onDone={onDone} onCancel={onClose}>
      <TextField name="description" label={t('Description')} maxLength={200} />
      <SelectField
        name="type"
        label={t('Type')}
        options={reportTypes.map((value) => ({
          value,
          label: t(typeLabels[value].word),
          detail: t(typeLabels[value].means),
        }))}
      />
      <DateRangeField
        names={['from_day', 'to_day']}
        label={t('Timeframe')}
        help={t('Days begin and end by the clock of each location.')}
      />
      <FormSection title={t('Locations: all that match any of these')}>
        <LocationField name="location_ids" label={t('Locations')} isMany />
        <TagsField name="tags" label={t('Public tags')} rule={LocationTag} most={20} />
        <OrganizationField name="of_organization_id" label={t('All locations of an organization')} />
      </FormSection>
      <SelectField
        name="format"
        label={t('Format')}
        options={reportFormats.map((value) => ({ value, label: value.toUpperCase() }))}
      />
      <SwitchField
        name="repeats_monthly"
        label={t('Repeat')}
        sentence={t('Run this report every month for the previous month')}
      />
    </ContractForm>
  </Dialog>
)
