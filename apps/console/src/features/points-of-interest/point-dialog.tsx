import { IconMapPinPlus, IconPencil } from '@tabler/icons-react'
import { Fragment, useEffect, useEffectEvent } from 'react'
import type { ReactNode } from 'react'
import { valueIn } from '@wheelhouse/contract/certain.ts'
import {
  accessLevels,
  blankPoint,
  createPointOfInterest,
  getPointOfInterest,
  iconOfType,
  pointFieldLabels,
  pointFieldNames,
  pointIcons,
  pointTypes,
  updatePointOfInterest,
} from '@wheelhouse/contract/points-of-interest/points-of-interest.ts'
import type { PointField, PointOfInterest } from '@wheelhouse/contract/points-of-interest/points-of-interest.ts'
import { call } from '../../api/api.ts'
import { ContractForm } from '../../forms/contract-form.tsx'
import { valuesIn } from '../../forms/contract-form-values.ts'
import { t } from '../../i18n/i18n.ts'
import { Dialog } from '../../ui/dialogs/dialog.tsx'
import { SelectField } from '../../ui/form/choice-fields.tsx'
import { useForm } from '../../ui/form/form-state.ts'
import { MapPointField } from '../../ui/form/map-point-field.tsx'
import { TextAreaField, TextField } from '../../ui/form/text-fields.tsx'
import { MapGlyph } from '../../ui/map/map-glyph.tsx'
import { MapPointPicker } from '../../ui/map/map-point-picker.tsx'
import { wordOfKind } from '../../ui/map/map-points.ts'
import { LocationField } from '../locations/location-picker.tsx'
import { levelLabels, typeLabels } from './point-labels.ts'

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
        defaults={{ ...blankPoint, latitude, longitude }}
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
        defaults={valuesIn(point, pointFieldNames)}
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

const named = (name: PointField) => ({ name, label: t(pointFieldLabels[name]) })

/** The form control of every field, in the order of the form: a field without one does not compile. */
const controls: Record<PointField, () => ReactNode> = {
  label: () => <TextField {...named('label')} maxLength={64} />,
  type: () => (
    <SelectField {...named('type')} options={pointTypes.map((value) => ({ value, label: t(typeLabels[value]) }))} />
  ),
  icon_type: () => (
    <>
      <SelectField
        {...named('icon_type')}
        options={pointIcons.map((value) => ({
          value,
          label: t(wordOfKind[value]),
          glyph: <MapGlyph kind={value} size={14} />,
        }))}
      />
      <IconFollowsType />
    </>
  ),
  access_level: () => (
    <SelectField
      {...named('access_level')}
      options={accessLevels.map((value) => ({
        value,
        label: t(levelLabels[value].word),
        detail: t(levelLabels[value].means),
      }))}
    />
  ),
  latitude: () => (
    <MapPointField
      names={['latitude', 'longitude']}
      label={t(pointFieldLabels.latitude)}
      map={(field) => <MapPointPicker {...field} height={220} />}
    />
  ),
  /** The control of the latitude sets both. */
  longitude: () => null,
  location_id: () => <LocationField {...named('location_id')} help={t('The nearest of our locations.')} />,
  external_id: () => (
    <TextField {...named('external_id')} maxLength={64} isMono help={t("The organization's own ID.")} />
  ),
  description: () => <TextAreaField {...named('description')} maxLength={500} />,
}

const Fields = () => Object.entries(controls).map(([name, control]) => <Fragment key={name}>{control()}</Fragment>)

/** A type proposes its icon as long as none is chosen. */
function IconFollowsType() {
  const { values, set } = useForm()
  const propose = useEffectEvent((type: unknown) => {
    const icon = valueIn(iconOfType, type)
    if (icon !== undefined && values.icon_type === null) set({ icon_type: icon })
  })
  useEffect(() => propose(values.type), [values.type])
  return null
}
