import { Button } from '@mantine/core'
import { IconRefresh, IconTrash } from '@tabler/icons-react'
import { useState } from 'react'
import { DeviceField } from '../features/devices/device-picker.tsx'
import { LocationField } from '../features/locations/location-picker.tsx'
import { OrganizationField } from '../features/organizations/organization-picker.tsx'
import { ActionButton } from '../forms/action-button.tsx'
import { ContractForm } from '../forms/contract-form.tsx'
import { checked } from '../forms/contract-form-values.ts'
import { Dialog } from '../ui/dialogs/dialog.tsx'
import { SelectField } from '../ui/form/choice-fields.tsx'
import { DateField, DateRangeField } from '../ui/form/date-fields.tsx'
import { DurationField, HoursField } from '../ui/form/duration-field.tsx'
import { FileField } from '../ui/form/file-field.tsx'
import { FormFoot, FormSection } from '../ui/form/form-parts.tsx'
import { FormProvider, useForm } from '../ui/form/form-state.ts'
import formClasses from '../ui/form/form.module.css'
import { MapPointField } from '../ui/form/map-point-field.tsx'
import { MomentField } from '../ui/form/moment-field.tsx'
import { MoneyField } from '../ui/form/money-field.tsx'
import { PhoneField } from '../ui/form/phone-field.tsx'
import { RowsField } from '../ui/form/rows-field.tsx'
import { SearchPicker } from '../ui/form/search-picker.tsx'
import { TagsField } from '../ui/form/tags-field.tsx'
import { NumberField, SwitchField, TextAreaField, TextField } from '../ui/form/text-fields.tsx'
import classes from './dev.module.css'
import { FormQuestions } from './form-questions.tsx'
import { filled, sampleRoute, Tag, wrong } from './sample-form.ts'

const types = ['water', 'pump', 'service'].map((value) => ({
  value,
  label: value.replace(/^./, (first) => first.toUpperCase()),
}))
const places = [
  { value: '1', label: '104217 Balti jaam', detail: 'Toompuiestee 37' },
  { value: '2', label: '104219 Balti jaam, bussid', detail: 'Toompuiestee 35' },
  { value: '3', label: '104233 Viru keskus P1', detail: 'Viru väljak 4' },
]

function Place({ isDisabled }: { isDisabled: boolean }) {
  const [text, setText] = useState('')
  const found = places.filter(({ label }) => label.toLowerCase().includes(text.toLowerCase()))
  return (
    <SearchPicker
      name="location_id"
      label="Location"
      isDisabled={isDisabled}
      found={found}
      chosen={places}
      isLoading={false}
      onSearch={setText}
    />
  )
}

/** These pickers ask the server. They work for people who are signed in, and show an error to others. */
function ServerPickers() {
  const { values } = useForm()
  const locationId = typeof values.location_id === 'string' ? values.location_id : ''
  return (
    <>
      <LocationField name="location_id" label="Location" />
      <DeviceField name="device_id" label="Device" locationId={locationId} />
      <OrganizationField name="organization_ids" label="Organizations" isMany />
    </>
  )
}

const AllFields = ({ isDisabled = false }: { isDisabled?: boolean }) => (
  <>
    <TextField name="label" label="Label" isDisabled={isDisabled} />
    <TextField name="code" label="Code" isMono help="Unique for ever" isDisabled={isDisabled} />
    <TextAreaField name="description" label="Description" maxLength={500} isDisabled={isDisabled} />
    <SelectField name="type" label="Type" options={types} isDisabled={isDisabled} />
    <Place isDisabled={isDisabled} />
    <TagsField name="tags" label="Tags" rule={Tag} known={['harbour', 'old_town', 'station']} isDisabled={isDisabled} />
    <RowsField
      name="links"
      label="Links"
      cells={[
        { name: 'label', label: 'Label' },
        { name: 'url', label: 'URL', type: 'url' },
      ]}
      rowName="Link"
      addLabel="Add link"
      most={5}
      isDisabled={isDisabled}
    />
    <FormSection title="Numbers">
      <NumberField
        name="low_voltage_mv"
        label="Low voltage"
        unit="V"
        decimals={3}
        per={1_000}
        help="0 disables the alarm"
        isDisabled={isDisabled}
      />
      <HoursField name="free_parking_hours" label="Free parking" isDisabled={isDisabled} />
      <DurationField name="stay_minutes" label="Longest stay" isDisabled={isDisabled} />
      <MoneyField names={['fee', 'currency']} label="Fee" currencies={['EUR', 'JPY', 'KWD']} isDisabled={isDisabled} />
    </FormSection>
    <FormSection title="Time and place">
      <DateField name="activation_on" label="Activation" isDisabled={isDisabled} />
      <MomentField
        name="shown_from"
        label="Shown from"
        timeZone="Europe/Tallinn"
        help="Times of Europe/Tallinn"
        isDisabled={isDisabled}
      />
      <DateRangeField names={['from', 'to']} label="Timeframe" isDisabled={isDisabled} />
      <MapPointField names={['latitude', 'longitude']} label="Place" isDisabled={isDisabled} />
      <PhoneField name="phone" label="Phone" isDisabled={isDisabled} />
      <SwitchField
        name="is_app_parking"
        label="App parking"
        sentence="Riders can park with the app"
        isDisabled={isDisabled}
      />
      <FileField name="photo" label="Photo" accept={['image/*']} maxBytes={5_000_000} isDisabled={isDisabled} />
    </FormSection>
  </>
)

const nothingDone = () => undefined
const still = {
  values: wrong,
  isBusy: false,
  isChanged: () => false,
  set: nothingDone,
  leave: nothingDone,
  register: nothingDone,
  unregister: nothingDone,
  manner: {
    language: 'en-GB',
    timeZone: 'Europe/Tallinn',
    firstDayOfWeek: 1,
    dayFormat: 'D MMM YYYY',
    clock: '24h',
    country: 'EE',
  } as const,
}
/** The fields of the sample have other types than its body, which the calls of this page ignore. */
const action = { params: { sample_id: 'action' }, body: filled as never }
const labelled = Object.keys(filled).map((name) => ({
  name,
  label: name.replace(/^./, (first) => first.toUpperCase()).replaceAll('_', ' '),
}))
const wrongLabels = checked(sampleRoute.body, wrong, labelled).errors ?? {}

/** What a colleague saved first, in the gallery. */
const changedMeanwhile = () =>
  Promise.resolve({ ...filled, label: 'Balti jaam, perroon 2', low_voltage_mv: 3400, version: 2 })

const sample = { route: sampleRoute, onCancel: () => undefined }

/** Every field in each state, the questions, and a form in a dialog. */
export function FormsScene() {
  const [open, setOpen] = useState<'form' | 'obsolete' | 'many' | 'stale' | null>(null)
  const close = () => setOpen(null)
  return (
    <div className={classes.cards}>
      <section aria-label="Filled">
        <ContractForm
          {...sample}
          params={{ sample_id: 'filled' }}
          defaults={filled}
          version={1}
          fresh={changedMeanwhile}
        >
          <AllFields />
        </ContractForm>
      </section>
      <section aria-label="Empty">
        <ContractForm
          {...sample}
          params={{ sample_id: 'empty' }}
          defaults={{ currency: 'EUR', tags: [] }}
          saveLabel="Create"
        >
          <AllFields />
        </ContractForm>
      </section>
      <section aria-label="Disabled">
        <ContractForm {...sample} params={{ sample_id: 'disabled' }} defaults={filled} version={1}>
          <AllFields isDisabled />
        </ContractForm>
      </section>
      <section aria-label="Wrong">
        <FormProvider value={{ ...still, id: 'wrong', errors: { ...wrongLabels, phone: 'Invalid phone number' } }}>
          <div className={formClasses.form}>
            <AllFields />
            <FormFoot
              changes={3}
              isNew={false}
              isBusy={false}
              saveLabel="Save"
              cancelLabel="Cancel"
              onCancel={nothingDone}
              error="Update failed: Something went wrong :("
            />
          </div>
        </FormProvider>
      </section>
      <section aria-label="Pickers">
        <ContractForm
          {...sample}
          params={{ sample_id: 'pickers' }}
          defaults={{ location_id: '', device_id: '', organization_ids: [] }}
        >
          <ServerPickers />
        </ContractForm>
      </section>
      <section aria-label="Dialogs and actions">
        <div className={classes.flow}>
          <Button onClick={() => setOpen('form')}>Form in a dialog</Button>
          <Button onClick={() => setOpen('obsolete')}>Question</Button>
          <Button onClick={() => setOpen('many')}>Question about many</Button>
          <Button onClick={() => setOpen('stale')}>Two people, one thing</Button>
          <ActionButton
            route={sampleRoute}
            input={action}
            label="Stopped"
            icon={IconRefresh}
            reason="No hardware is assigned to this device"
          />
          <ActionButton
            route={sampleRoute}
            input={action}
            label="Delete"
            icon={IconTrash}
            confirm={{ title: 'Delete Balti jaam?', children: <p>It is gone for good.</p>, isDanger: true }}
          />
        </div>
      </section>
      <Dialog opened={open === 'form'} onClose={close} title="Edit 104217">
        <ContractForm
          {...sample}
          onCancel={close}
          params={{ sample_id: 'dialog' }}
          defaults={filled}
          version={1}
          fresh={changedMeanwhile}
        >
          <TextField name="label" label="Label" />
          <HoursField name="free_parking_hours" label="Free parking" />
          <SwitchField name="is_app_parking" label="App parking" sentence="Riders can park with the app" />
        </ContractForm>
      </Dialog>
      <FormQuestions open={open} onClose={close} />
    </div>
  )
}
