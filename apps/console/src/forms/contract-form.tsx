import { useRef, useState } from 'react'
import type { FormEvent, ReactNode } from 'react'
import type { InputOf, ReplyOf, SayingRoute } from '@wheelhouse/contract/route.ts'
import { useInDialog } from '../ui/dialogs/dialog-closing.ts'
import { DraftNotice, FormFoot } from '../ui/form/form-parts.tsx'
import { FormProvider } from '../ui/form/form-state.ts'
import type { FormValues } from '../ui/form/form-state.ts'
import classes from '../ui/form/form.module.css'
import { useWrite } from '../api/api.ts'
import { addressOf } from '../http/http-client.ts'
import { useContractFormState, useDraft } from './contract-form-state.ts'
import { checkedCall, fieldErrorOf } from './contract-form-values.ts'
import { draftKey } from './drafts.ts'
import { useFormat } from '../i18n/format.ts'
import { useFormManner } from './form-locale.ts'
import { t } from '../i18n/i18n.ts'
import { dismissGroup, pushFailure, pushInfo } from '../shell/messages.ts'
import { StaleVersion, useStaleVersion, versionIn } from './stale-version-dialog.tsx'
import { LeaveDialog, LeaveInPlace, useUnsaved } from './unsaved.tsx'
import { useUser } from '../stores/user-store.ts'

const noChangesMade = 'No changes made'

interface ContractFormProps<R extends SayingRoute> {
  route: R
  params?: Record<string, string>
  /** A value for every field, by the names of the body. */
  defaults: FormValues
  /** Of an edit: the version that was read. Then `fresh` asks for the present state when someone else was faster (412). */
  version?: number
  fresh?: () => Promise<unknown>
  /** Instead of the route's own sentence. */
  done?: string
  onDone?: (reply: ReplyOf<R>) => void
  onCancel?: () => void
  /** True: the caller says by itself why the call failed. */
  onRefused?: (error: unknown) => boolean
  saveLabel?: string
  /** Shows Save from the start, for a call with a version whose fields are not those of the existing thing. */
  isNew?: boolean
  /** False keeps no draft, for forms of two taps that are easily filled in again. */
  hasDraft?: boolean
  cancelLabel?: string
  children: ReactNode
}

/**
 * A form from a route of the contract (house style, example 7): the schema of the body decides validity and words, here and
 * on the server. It guards unsaved input, keeps a draft over a sign-in, repeats a request without an answer under its own
 * key, and shows both versions when someone else saved first. Keep what opens it in the address (`?edit=...`), so that the
 * draft finds its form again. Inside a `Dialog` its questions replace the content of the dialog.
 *
 * ```tsx
 * <ContractForm
 *   route={updatePointOfInterest} params={{ point_id: point.id }} defaults={valuesIn(point, pointFieldNames)} version={point.version}
 *   fresh={() => call(getPointOfInterest, { params: { point_id: point.id } })}
 *   onDone={close} onCancel={close}
 * >
 *   <TextField name="label" label={t('Label')} />
 *   <SelectField name="type" label={t('Type')} options={typeOptions} />
 *   <TextAreaField name="description" label={t('Description')} maxLength={500} />
 *   <MapPointField names={['latitude', 'longitude']} label={t('Place')} map={(props) => <MapPointPicker {...props} />} />
 * </ContractForm>
 * ```
 *
 * Without `version` it creates something, so Save is there from the start. A route that takes parts (`takesParts`) is sent
 * only the changed fields, any other one all of them.
 */
export function ContractForm<R extends SayingRoute>(props: ContractFormProps<R>) {
  const {
    route,
    params,
    defaults,
    version,
    done,
    onDone,
    onCancel,
    children,
    isNew = version === undefined,
    hasDraft = true,
  } = props
  const { failed } = route.says
  const write = useWrite(route, { isQuiet: true, done })
  const [isBusy, setBusy] = useState(false)
  const state = useContractFormState(route, { values: defaults, version: version ?? null }, useFormManner(), isBusy)
  const person = useUser(({ subId }) => subId)
  const draft = useDraft(
    person === null || !hasDraft ? null : draftKey(person, route.method, addressOf(route.path, params)),
    state,
  )
  const unsaved = useUnsaved(state.changed.length > 0, () => {
    draft.forget()
    state.rebase(state.base, state.base.values)
  })
  const stale = useStaleVersion()
  /** What was made is shown by code that may still load: until then a second click must not make another. */
  const isMade = useRef(false)
  const isInDialog = useInDialog()
  const { dateTime } = useFormat()
  const { form, base, changed } = state

  const sayFailure = (error: unknown, had: HTMLElement | null): void => {
    state.focusNext(() => had)
    pushFailure(failed, error)
  }
  const send = async (values: FormValues, onto: typeof base): Promise<void> => {
    const result = checkedCall(route, onto.values, values, state.fieldList())
    if (result.errors !== null) return state.refuse(result.errors)
    const had = document.activeElement instanceof HTMLElement ? document.activeElement : null
    setBusy(true)
    try {
      const input = { params, body: result.body, ...(onto.version === null ? {} : { version: onto.version }) }
      // The body was made of the fields by the route's own schema.
      const reply = await write.mutateAsync(input as InputOf<R> & { version?: number })
      unsaved.release()
      isMade.current = isNew
      draft.forget()
      dismissGroup(failed)
      state.rebase({ values, version: versionIn(reply) ?? onto.version }, values)
      onDone?.(reply)
    } catch (error) {
      const wrong = fieldErrorOf(error, state.fieldList())
      if (wrong !== null) state.refuse(wrong)
      else if (props.onRefused?.(error) === true) unsaved.release()
      else if (
        props.fresh === undefined ||
        !(await stale.meets(error, { ...props, fresh: props.fresh, base: onto, values, fields: state.fieldList() }))
      )
        sayFailure(error, had)
    } finally {
      setBusy(false)
    }
  }
  const submit = (event: FormEvent): void => {
    event.preventDefault()
    // A form in a dialog over a form: React bubbles through portals.
    event.stopPropagation()
    if (isBusy || (isMade.current && changed.length === 0)) return
    if (!isNew && changed.length === 0) return pushInfo(noChangesMade, noChangesMade)
    void send(form.values, base)
  }
  const comparison = stale.met && (
    <StaleVersion
      met={stale.met}
      isInPlace={isInDialog}
      onBack={stale.close}
      onSave={(onto, merged) => {
        stale.close()
        state.rebase(onto, merged)
        void send(merged, onto)
      }}
    />
  )
  return (
    <FormProvider value={form}>
      {isInDialog && comparison}
      <form
        className={classes.form}
        onSubmit={submit}
        noValidate
        hidden={isInDialog && stale.met !== null}
        autoComplete="off"
      >
        {draft.offered !== null && (
          <DraftNotice
            words={t('Your input from {{time}} is kept. It is not saved yet.', {
              time: dateTime(draft.offered.kept_at),
            })}
            onRestore={draft.restore}
            onDiscard={draft.forget}
          />
        )}
        <fieldset disabled={isBusy}>{children}</fieldset>
        {isInDialog && unsaved.leaving !== null ? (
          <LeaveInPlace leaving={unsaved.leaving} changes={changed.length} />
        ) : (
          <FormFoot
            changes={changed.length}
            isNew={isNew}
            isBusy={isBusy}
            saveLabel={props.saveLabel ?? t('Save')}
            cancelLabel={props.cancelLabel ?? t('Cancel')}
            onCancel={onCancel === undefined ? undefined : () => unsaved.ask(onCancel)}
            error={state.errors['']}
          />
        )}
      </form>
      {!isInDialog && comparison}
      {!isInDialog && <LeaveDialog leaving={unsaved.leaving} changes={changed.length} />}
    </FormProvider>
  )
}
