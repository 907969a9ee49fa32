import { Button, NativeSelect } from '@mantine/core'
import { IconFileDownload, IconFileImport } from '@tabler/icons-react'
import { useRef, useState } from 'react'
import {
  importCharactersAtMost,
  importColumns,
  importFile,
  importRowsAtMost,
  previewImport,
} from '@wheelhouse/contract/imports/imports.ts'
import type { ImportKind, ImportPreview } from '@wheelhouse/contract/imports/imports.ts'
import { ApiError } from '../../http/api-error.ts'
import { useWrite } from '../../api/api.ts'
import { useDocumentTitle } from '../../shell/document-title.ts'
import { isOneOf } from '@wheelhouse/contract/certain.ts'
import { useFormManner } from '../../forms/form-locale.ts'
import { useFormat } from '../../i18n/format.ts'
import { t } from '../../i18n/i18n.ts'
import { failureText, pushSuccess } from '../../shell/messages.ts'
import { FileField } from '../../ui/form/file-field.tsx'
import { FormProvider } from '../../ui/form/form-state.ts'
import { Page, Tabs } from '../../ui/frame/page.tsx'
import { ErrorState, Skeleton } from '../../ui/frame/states.tsx'
import { ImportRows } from './import-rows.tsx'
import { templateOf } from './import-template.ts'
import { encodings, readText } from './read-text.ts'
import type { Encoding } from './read-text.ts'
import classes from './imports.module.css'

interface Chosen {
  file: File
  bytes: ArrayBuffer
  csv: string
  encoding: Encoding
}

/** A character takes up to three bytes in UTF-8. */
const largestFile = 3 * importCharactersAtMost

/** A file of locations or devices: what it would change is looked at first, and it changes all of it or nothing. */
export function ImportScreen({ kind }: { kind: ImportKind }) {
  useDocumentTitle(t('Import'))
  return (
    <Page
      title={t('Import')}
      back={{ label: t('Locations'), href: '/locations' }}
      views={
        <Tabs
          label={t('What is imported')}
          tabs={[
            { id: 'locations', label: t('Locations'), href: '/locations/import', isActive: kind === 'locations' },
            {
              id: 'devices',
              label: t('Devices'),
              href: '/locations/import?kind=devices',
              isActive: kind === 'devices',
            },
          ]}
        />
      }
    >
      <Import key={kind} kind={kind} />
    </Page>
  )
}

function Import({ kind }: { kind: ImportKind }) {
  const [chosen, setChosen] = useState<Chosen | null>(null)
  const preview = useWrite(previewImport, { isQuiet: true })
  const box = useRef<HTMLDivElement>(null)
  // What was imported goes, and with it the button that had the focus: the next file is chosen here.
  const again = (): void => {
    preview.reset()
    setChosen(null)
    ;[...(box.current?.querySelectorAll('button') ?? [])].at(-1)?.focus()
  }
  const look = async (file: File | null): Promise<void> => {
    preview.reset()
    if (file === null) return setChosen(null)
    read(file, await file.arrayBuffer())
  }
  const read = (file: File, bytes: ArrayBuffer, wanted?: Encoding): void => {
    const { text: csv, encoding } = readText(bytes, wanted)
    setChosen({ file, bytes, csv, encoding })
    preview.mutate({ body: { kind, csv } })
  }
  return (
    <div className={classes.import}>
      <div className={classes.choose}>
        <div ref={box}>
          <FileBox file={chosen?.file ?? null} onFile={(file) => void look(file)} />
        </div>
        <About kind={kind} />
      </div>
      {chosen !== null && chosen.encoding !== 'utf-8' && (
        <EncodingChoice encoding={chosen.encoding} onChange={(encoding) => read(chosen.file, chosen.bytes, encoding)} />
      )}
      {chosen !== null && preview.isPending && <Skeleton lines={8} />}
      {chosen !== null && preview.error !== null && (
        <ErrorState
          title={failureText(previewImport.says.failed, preview.error)}
          onRetry={() => preview.mutate({ body: { kind, csv: chosen.csv } })}
        />
      )}
      {chosen !== null && preview.data !== undefined && (
        <Preview
          kind={kind}
          csv={chosen.csv}
          preview={preview.data}
          onAgain={() => preview.mutate({ body: { kind, csv: chosen.csv } })}
          onDone={again}
        />
      )}
    </div>
  )
}

/** Only when the file is not UTF-8: what its letters are is seen in the preview, and the person can say otherwise. */
function EncodingChoice({ encoding, onChange }: { encoding: Encoding; onChange: (encoding: Encoding) => void }) {
  const names: Record<Encoding, string> = {
    'utf-8': t('UTF-8'),
    'windows-1252': t('Western European (Windows-1252)'),
    'windows-1250': t('Central European (Windows-1250)'),
    'windows-1257': t('Baltic (Windows-1257)'),
    'windows-1251': t('Cyrillic (Windows-1251)'),
  }
  return (
    <div className={classes.encoding} role="status">
      <span>{t('This file is not UTF-8. If characters look wrong below, choose the encoding it was saved in.')}</span>
      <NativeSelect
        aria-label={t('Encoding of the file')}
        value={encoding}
        data={encodings.filter((one) => one !== 'utf-8').map((value) => ({ value, label: names[value] }))}
        onChange={({ currentTarget: { value } }) => isOneOf(encodings, value) && onChange(value)}
      />
    </div>
  )
}

const ignore = (): void => undefined

/** Puts the only field of this screen into a form, because fields take their label and error from one. */
function FileBox({ file, onFile }: { file: File | null; onFile: (file: File | null) => void }) {
  const manner = useFormManner()
  return (
    <FormProvider
      value={{
        id: 'import',
        values: { file },
        errors: {},
        isBusy: false,
        manner,
        isChanged: () => file !== null,
        set: (changed) => onFile(changed.file instanceof File ? changed.file : null),
        leave: ignore,
        register: ignore,
        unregister: ignore,
      }}
    >
      <FileField
        name="file"
        label={t('CSV file')}
        accept={['.csv', 'text/csv', 'text/tab-separated-values']}
        maxBytes={largestFile}
      />
    </FormProvider>
  )
}

function About({ kind }: { kind: ImportKind }) {
  const format = useFormat()
  const { key, fields } = importColumns[kind]
  return (
    <div className={classes.about}>
      <p>
        {t(
          'The first row names the columns; {{key}} is required. Columns you leave out stay unchanged; an empty cell empties its field.',
          {
            key: key.join(', '),
          },
        )}{' '}
        {t('At most {{count}} rows. Nothing is imported until all are valid.', {
          count: format.number(importRowsAtMost),
        })}
      </p>
      <details>
        <summary>{t('{{count}} columns', { count: format.number(key.length + fields.length) })}</summary>
        <p className={classes.columns}>{[...key, ...fields].join(', ')}</p>
      </details>
      <Button
        component="a"
        href={templateOf(kind)}
        download={`${kind}.csv`}
        leftSection={<IconFileDownload size={15} />}
      >
        {t('Download a template')}
      </Button>
    </div>
  )
}

interface PreviewProps {
  kind: ImportKind
  csv: string
  preview: ImportPreview
  onAgain: () => void
  onDone: () => void
}

function Preview({ kind, csv, preview, onAgain, onDone }: PreviewProps) {
  const format = useFormat()
  const count = (action: ImportPreview['rows'][number]['action']) =>
    preview.rows.filter((row) => row.action === action).length
  const [created, updated, refused] = [count('create'), count('update'), count('refused')]
  const write = useWrite(importFile, {
    isQuiet: true,
    onDone: (reply) => {
      pushSuccess(
        t('Imported: {{created}} created, {{updated}} updated', { created: reply.created, updated: reply.updated }),
      )
      onDone()
    },
  })
  const isChanged = write.error instanceof ApiError && write.error.status === 409
  const nothingToDo = created + updated === 0 ? t('No changes') : null
  const why = refused > 0 ? t('Fix the rows with errors first. Nothing is imported until all are valid.') : nothingToDo
  return (
    <section className={classes.preview} aria-label={t('What would change')}>
      <div className={classes.verdict} role="status">
        <strong>
          {t('{{created}} new, {{updated}} changed, {{same}} unchanged, {{refused}} with errors', {
            created: format.number(created),
            updated: format.number(updated),
            same: format.number(count('same')),
            refused: format.number(refused),
          })}
        </strong>
        {preview.ignored_columns.length > 0 && (
          <span>{t('Not imported: {{columns}}', { columns: preview.ignored_columns.join(', ') })}</span>
        )}
        {why !== null && <span>{why}</span>}
        <span className={classes.verbs}>
          {isChanged && <Button onClick={onAgain}>{t('Refresh')}</Button>}
          <Button
            variant="filled"
            leftSection={<IconFileImport size={15} />}
            disabled={why !== null}
            loading={write.isPending}
            onClick={() => write.mutate({ body: { kind, csv, fingerprint: preview.fingerprint } })}
          >
            {created + updated === 1
              ? t('Import 1 row')
              : t('Import {{count}} rows', { count: format.number(created + updated) })}
          </Button>
        </span>
      </div>
      {write.error !== null && (
        <p className={classes.failed} role="alert">
          {failureText(importFile.says.failed, write.error)}
        </p>
      )}
      <ImportRows rows={preview.rows} />
    </section>
  )
}
