import { IconX } from '@tabler/icons-react'
import { ActionIcon, Select } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { certain, valueIn } from '@wheelhouse/contract/certain.ts'
import { getConfigMetadata } from '@wheelhouse/contract/hardware-config/hardware-config.ts'
import type { ParameterKind, ParameterValue } from '@wheelhouse/contract/hardware-config/hardware-config.ts'
import type { Template, TemplateValue } from '@wheelhouse/contract/templates/templates.ts'
import { read } from '../../api/api.ts'
import { t } from '../../i18n/i18n.ts'
import { ParameterField, parameterWord } from '../hardware-config/parameter-picker.tsx'
import { Loaded } from '../../live/loaded.tsx'
import { Skeleton } from '../../ui/frame/states.tsx'
import classes from './templates.module.css'

type Values = readonly TemplateValue[]

interface TemplateValuesProps {
  template: Pick<Template, 'firmware_name'>
  values: Values
  onValues: (values: Values) => void
}

/** The controls, units and ranges come from the firmware, so that what it would refuse is seen before it is sent. */
export function TemplateValues({ template: { firmware_name }, values, onValues }: TemplateValuesProps) {
  const metadata = useQuery(read(getConfigMetadata, { query: { firmware_name } }))
  return (
    <Loaded query={metadata} failed={getConfigMetadata.says.failed} bones={<Skeleton lines={4} />}>
      {({ parameters }) => (
        <Controls firmwareName={firmware_name} parameters={parameters} values={values} onValues={onValues} />
      )}
    </Loaded>
  )
}

interface ControlsProps extends AddValueProps {
  firmwareName: string
}

function Controls({ firmwareName, parameters, values, onValues }: ControlsProps) {
  const set = (key: string, value: ParameterValue) =>
    onValues(values.map((one) => (one.key === key ? { key, value } : one)))
  return (
    <>
      <div className={classes.keys} role="group" aria-label={t('Values')}>
        {values.map(({ key, value }) => (
          <div key={key} className={classes.value}>
            <ParameterField
              parameter={{ ...kindOf(parameters, key, value), value }}
              edit={value}
              onEdit={(edit) => set(key, edit)}
            />
            {values.length > 1 && (
              <ActionIcon
                variant="subtle"
                aria-label={t('Remove {{label}}', { label: parameterWord(key) })}
                onClick={() => onValues(values.filter((one) => one.key !== key))}
              >
                <IconX size={14} />
              </ActionIcon>
            )}
          </div>
        ))}
      </div>
      {parameters.length === 0 && (
        <p className={classes.lead}>
          {t('No hardware with the firmware {{name}} has been read yet, so units and ranges are not known.', {
            name: firmwareName,
          })}
        </p>
      )}
      <AddValue parameters={parameters} values={values} onValues={onValues} />
    </>
  )
}

interface AddValueProps {
  parameters: readonly ParameterKind[]
  values: Values
  onValues: (values: Values) => void
}

/** The parameters of the firmware that the template leaves alone; a secret is in no template. */
function AddValue({ parameters, values, onValues }: AddValueProps) {
  const offered = parameters.filter(({ key, is_secret }) => !is_secret && values.every((one) => one.key !== key))
  if (offered.length === 0) return null
  const add = (key: string | null) => {
    const chosen = offered.find((one) => one.key === key)
    if (chosen) onValues([...values, { key: chosen.key, value: firstValue(chosen) }])
  }
  return (
    <Select
      label={t('Add a parameter')}
      placeholder={t('Choose a parameter')}
      searchable
      value={null}
      data={offered.map(({ key }) => ({ value: key, label: parameterWord(key) }))}
      onChange={add}
    />
  )
}

const emptyValues = { integer: 0, boolean: false, text: '', choice: '' } as const

const firstValue = ({ type, default: usual, min, choices }: ParameterKind): ParameterValue =>
  usual ?? choices?.[0] ?? (type === 'integer' ? (min ?? 0) : emptyValues[type])

const typeNames = { string: 'text', number: 'integer', boolean: 'boolean' } as const

/** A value that the firmware does not describe, or of a firmware that was never read, keeps the type that it has. */
const kindOf = (parameters: readonly ParameterKind[], key: string, value: ParameterValue): ParameterKind =>
  parameters.find((one) => one.key === key) ?? {
    key,
    type: certain(valueIn(typeNames, typeof value)),
    needs_restart: false,
    is_secret: false,
  }
