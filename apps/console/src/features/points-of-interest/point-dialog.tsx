import { IconMapPinPlus, IconPencil } from '@tabler/icons-react'
import { useEffect, useEffectEvent } from 'react'
import {
  accessLevels,
  createPointOfInterest,
  getPointOfInterest,
  iconOfType,
  pointFields,
  pointIcons,
  pointTypes,
  updatePointOfInterest,
} from '@wheelhouse/contract/points-of-interest/points-of-interest.ts'
import type { PointOfInterest, PointType } from '@wheelhouse/contract/points-of-interest/points-of-interest.ts'
import { call } from '../../api/api.ts'
import { ContractForm } from '../../forms/contract-form.tsx'
import { valuesIn } from '../../forms/contract-form-values.ts'
import { t } from '../../i18n/i18n.ts'
import { Dialog } from '../../ui/dialogs/dialog.tsx'
import { SelectField } from '../../ui/form/choice-fields.tsx'
import { useForm } from '../../ui/form/form-state.ts'
import type { FormValues } from '../../ui/form/form-state.ts'
import { MapPointField } from '../../ui/form/map-point-field.tsx'
import { TextAreaField, TextField } from '../../ui/form/text-fields.tsx'
import { MapGlyph } from '../../ui/map/map-glyph.tsx'
import { MapPointPicker } from '../../ui/map/map-point-picker.tsx'
import { wordOfKind } from '../../ui/map/map-points.ts'
import { LocationField } from '../locations/location-picker.tsx'
import { levelLabels, typeLabels } from './point-labels.ts'

const empty: FormValues = {
  label: '',
  type: null,
  icon_type: null,
  access_level: null,
  latitude: null,
  longitude: null,
  description: '',
  external_id: '',
  location_id: null,
}

interface NewPointDialogProps {
  /** `latitude,longitude`: where someone clicked. */
  at: string | undefined
  onDone: (point: PointOfInterest) => void
  onClose: () => void
}

export function NewPointDialog({ at, onDone, onClose }: NewPointDialogProps) {
  const [latitude = null, longitude = null] = at?.split(',').map(Number) ?? []
  return (
    <Dialog opened onClose={onClose} title={t('New point of interest')} icon={IconMapPinPlus} size={600}>
      <ContractForm
        route={createPointOfInterest}
        defaults={{ ...empty, latitude, longitude }}
        saveLabel={t('Create')}
        onDone={onDone}
        onCancel={onClose}
      >
        <Fields />
      </ContractForm>
    </Dialog>
  )
}

export function EditPointDialog({ point, onClose }: { point: PointOfInterest; onClose: () => void }) {
  const params = { point_id: point.id }
  return (
    <Dialog opened onClose={onClose} title={t('Edit {{label}}', { label: point.label })} icon={IconPencil} size={600}>
      <ContractForm
        route={updatePointOfInterest}
        params={params}
        defaults={valuesIn(point, pointFields)}
        version={point.version}
        fresh={() => call(getPointOfInterest, { params })}
        onDone={onClose}
        onCancel={onClose}
      >
        <Fields />
      </ContractForm>
    </Dialog>
  )
}

const Fields = () => (
  <>
    <TextField name="label" label={t('Label')} maxLength={64} />
    <SelectField
      name="type"
      label={t('Type')}
      options={pointTypes.map((value) => ({ value, label: t(typeLabels[value]) }))}
    />
    <SelectField
      name="icon_type"
      label={t('Icon')}
      options={pointIcons.map((value) => ({
        value,
        label: t(wordOfKind[value]),
        glyph: <MapGlyph kind={value} size={14} />,
      }))}
    />
    <IconFollowsType />
    <SelectField
      name="access_level"
      label={t('Access level')}
      options={accessLevels.map((value) => ({
        value,
        label: t(levelLabels[value].word),
        detail: t(levelLabels[value].means),
      }))}
    />
    <MapPointField
      names={['latitude', 'longitude']}
      label={t('Place')}
      map={(field) => <MapPointPicker {...field} height={220} />}
    />
    <LocationField name="location_id" label={t('Location')} help={t('Optional: the nearest of our locations.')} />
    <TextField
      name="external_id"
      label={t('External ID')}
      maxLength={64}
      isMono
      help={t("The organization's own ID.")}
    />
    <TextAreaField name="description" label={t('Description')} maxLength={500} />
  </>
)

/** A type proposes its icon as long as none is chosen. */
function IconFollowsType() {
  const { values, set } = useForm()
  const propose = useEffectEvent((type: unknown) => {
    if (typeof type === 'string' && values.icon_type === null) set({ icon_type: iconOfType[type as PointType] })
  })
  useEffect(() => propose(values.type), [values.type])
  return null
}
