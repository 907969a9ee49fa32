import { IconPencil } from '@tabler/icons-react'
import { Button, Textarea, TextInput } from '@mantine/core'
import { useState } from 'react'
import type { FormEvent } from 'react'
import { updateTemplate } from '@wheelhouse/contract/templates/templates.ts'
import type { Template, TemplateValue } from '@wheelhouse/contract/templates/templates.ts'
import { useWrite } from '../../api/api.ts'
import { changedNames } from '../../forms/contract-form-values.ts'
import { UnsavedFoot, useUnsaved } from '../../forms/unsaved.tsx'
import { failureText } from '../../shell/messages.ts'
import { t } from '../../i18n/i18n.ts'
import { Dialog } from '../../ui/dialogs/dialog.tsx'
import { TemplateValues } from './template-values.tsx'
import classes from './templates.module.css'

/** Other values make a new version; hardware to which an older one was applied is not changed. */
export function EditTemplateDialog({ template, onClose }: { template: Template; onClose: () => void }) {
  const [name, setName] = useState(template.name)
  const [description, setDescription] = useState(template.description)
  const [values, setValues] = useState<readonly TemplateValue[]>(template.params)
  const [comment, setComment] = useState('')
  const write = useWrite(updateTemplate, { isQuiet: true })
  const body = { name, description, values: [...values], comment }
  const read = { name: template.name, description: template.description, values: template.params, comment: '' }
  const changes = changedNames(read, body).length
  const unsaved = useUnsaved(changes > 0, () => undefined)
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (write.isPending) return
    write.mutate(
      { params: { template_id: template.id }, body, version: template.version },
      { onSuccess: () => (unsaved.release(), onClose()) },
    )
  }
  return (
    <Dialog
      opened
      onClose={onClose}
      title={t('Edit {{label}}', { label: template.name })}
      icon={IconPencil}
      isBusy={write.isPending}
    >
      <form className={classes.form} onSubmit={submit} noValidate>
        <TextInput
          label={t('Name')}
          maxLength={64}
          value={name}
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
        <TemplateValues template={template} values={values} onValues={setValues} />
        <TextInput
          label={t('Comment of this version')}
          maxLength={500}
          value={comment}
          onChange={(event) => setComment(event.currentTarget.value)}
        />
        <p className={classes.error} role="alert">
          {write.error === null ? null : failureText(updateTemplate.says.failed, write.error)}
        </p>
        <UnsavedFoot unsaved={unsaved} changes={changes}>
          <div className={classes.verbs}>
            <Button onClick={() => unsaved.ask(onClose)} disabled={write.isPending}>
              {t('Cancel')}
            </Button>
            <Button type="submit" variant="filled" loading={write.isPending}>
              {t('Save')}
            </Button>
          </div>
        </UnsavedFoot>
      </form>
    </Dialog>
  )
}
