import { IconTemplate } from '@tabler/icons-react'
import { Button, Checkbox, Textarea, TextInput } from '@mantine/core'
import { useState } from 'react'
import type { FormEvent } from 'react'
import type { ConfigParameter } from '@wheelhouse/contract/hardware-config/hardware-config.ts'
import { createTemplate } from '@wheelhouse/contract/templates/templates.ts'
import { useWrite } from '../../api/api.ts'
import { failureText } from '../../shell/messages.ts'
import { t } from '../../i18n/i18n.ts'
import { Dialog } from '../../ui/dialogs/dialog.tsx'
import { parameterWord, valueWord } from '../hardware-config/parameter-picker.tsx'
import classes from './templates.module.css'

interface NewTemplateDialogProps {
  hardwareId: string
  params: readonly ConfigParameter[]
  onClose: () => void
}

const nameAtLeast = 3

/** The values that are chosen become the template; secrets cannot, because nobody can read them. */
export function NewTemplateDialog({ hardwareId, params, onClose }: NewTemplateDialogProps) {
  const possible = params.filter(({ is_secret }) => !is_secret)
  const [name, setName] = useState('')
  const [description, setDescription] = useState('')
  const [keys, setKeys] = useState<ReadonlySet<string>>(
    () => new Set(possible.filter(({ value, default: usual }) => value !== usual).map(({ key }) => key)),
  )
  const [isAsked, setAsked] = useState(false)
  const write = useWrite(createTemplate, { isQuiet: true })
  const isNamed = name.trim().length >= nameAtLeast
  const submit = (event: FormEvent) => {
    event.preventDefault()
    setAsked(true)
    if (write.isPending || !isNamed || keys.size === 0) return
    const values = possible.filter(({ key }) => keys.has(key)).map(({ key, value }) => ({ key, value: value ?? '' }))
    write.mutate({ body: { hardware_id: hardwareId, name, description, values } }, { onSuccess: onClose })
  }
  const toggle = (key: string, isOn: boolean) =>
    setKeys((now) => new Set(isOn ? [...now, key] : [...now].filter((one) => one !== key)))
  return (
    <Dialog opened onClose={onClose} title={t('New template')} icon={IconTemplate} isBusy={write.isPending}>
      <form className={classes.form} onSubmit={submit} noValidate>
        <TextInput
          label={t('Name')}
          maxLength={64}
          data-autofocus
          value={name}
          error={isAsked && !isNamed ? t('Name: at least 3 characters') : undefined}
          onChange={(event) => setName(event.currentTarget.value)}
        />
        <Textarea
          label={t('Description')}
          maxLength={500}
          autosize
          minRows={1}
          maxRows={4}
          value={description}
          onChange={(event) => setDescription(event.currentTarget.value)}
        />
        <div className={classes.keys} role="group" aria-label={t('Parameters of the template')}>
          {possible.map(({ key, value, unit }) => (
            <Checkbox
              key={key}
              label={`${parameterWord(key)}: ${valueWord(value, unit)}`}
              checked={keys.has(key)}
              onChange={(event) => toggle(key, event.currentTarget.checked)}
            />
          ))}
        </div>
        <p className={classes.error} role="alert">
          {isAsked && keys.size === 0 ? t('Choose at least one parameter') : null}
          {write.error === null ? null : failureText(createTemplate.says.failed, write.error)}
        </p>
        <div className={classes.verbs}>
          <Button onClick={onClose} disabled={write.isPending}>
            {t('Cancel')}
          </Button>
          <Button type="submit" variant="filled" loading={write.isPending}>
            {t('Create template')}
          </Button>
        </div>
      </form>
    </Dialog>
  )
}
