import { Button } from '@mantine/core'
import { IconFile, IconUpload } from '@tabler/icons-react'
import { useEffect, useRef, useState, type DragEvent } from 'react'
import { FieldFrame, type FieldProps } from './field-frame.tsx'
import { fileProblem, sizeText } from './file-bounds.ts'
import { useField } from './form-state.ts'
import classes from './form.module.css'
import { t } from '../base/translate.ts'

type FileFieldProps = FieldProps & {
  /** Media types or endings: `image/*`, `.csv`. */
  accept: readonly string[]
  maxBytes: number
}

/** One file, dropped or chosen; what is too large or of another kind is refused here. The value is a `File` or null, and no draft keeps it. */
export function FileField({ name, label, help, accept, maxBytes, isDisabled }: FileFieldProps) {
  const { id, value, error, isBusy, isOptional, set } = useField<unknown>({
    name,
    label,
    show: (file) => (file instanceof File ? file.name : ''),
    check: (file) => (file instanceof File ? (fileProblem(file, accept, maxBytes) ?? undefined) : undefined),
  })
  const [isOver, setOver] = useState(false)
  const [refused, setRefused] = useState<string | null>(null)
  const input = useRef<HTMLInputElement>(null)
  const isOff = isDisabled === true || isBusy
  const file = value instanceof File ? value : null
  const take = (chosen: File | undefined): void => {
    if (chosen === undefined || isOff) return
    const problem = fileProblem(chosen, accept, maxBytes)
    setRefused(problem)
    if (problem === null) set(chosen)
  }
  const drop = (event: DragEvent): void => {
    event.preventDefault()
    setOver(false)
    take(event.dataTransfer.files[0])
  }
  return (
    <FieldFrame id={id} label={label} help={help} error={refused ?? error} isOptional={isOptional} isGroup>
      <div
        className={classes.drop}
        data-over={isOver || undefined}
        data-wrong={(refused ?? error) !== undefined || undefined}
        onDragOver={(event) => (event.preventDefault(), setOver(true))}
        onDragLeave={() => setOver(false)}
        onDrop={drop}
      >
        <input
          ref={input}
          type="file"
          hidden
          accept={accept.join(',')}
          onChange={(event) => {
            take(event.currentTarget.files?.[0])
            event.currentTarget.value = ''
          }}
        />
        <Preview file={file} />
        <p>
          {file === null ? (
            t('Drop a file here, at most {{size}}', { size: sizeText(maxBytes) })
          ) : (
            <>
              <strong>{file.name}</strong>
              {sizeText(file.size)}
            </>
          )}
        </p>
        {file !== null && (
          <Button variant="subtle" disabled={isOff} onClick={() => set(null)}>
            {t('Remove')}
          </Button>
        )}
        <Button leftSection={<IconUpload size={15} />} disabled={isOff} onClick={() => input.current?.click()}>
          {file === null ? t('Choose a file') : t('Choose another')}
        </Button>
      </div>
    </FieldFrame>
  )
}

const Preview = ({ file }: { file: File | null }) => {
  if (file === null) return null
  if (!file.type.startsWith('image/')) return <IconFile size={22} aria-hidden />
  return <Picture key={`${file.name} ${file.size} ${file.lastModified}`} file={file} />
}

/** The address of a picture lives as long as it is shown. */
function Picture({ file }: { file: File }) {
  const [address] = useState(() => URL.createObjectURL(file))
  useEffect(() => () => URL.revokeObjectURL(address), [address])
  return <img className={classes.preview} src={address} alt="" />
}
