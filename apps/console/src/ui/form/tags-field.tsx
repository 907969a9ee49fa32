import { TagsInput } from '@mantine/core'
import { useState } from 'react'
import { framed, type FieldProps } from './field-frame.tsx'
import { listed } from './choice-fields.tsx'
import { useField } from './form-state.ts'
import classes from './form.module.css'
import { t } from '../base/translate.ts'

/** What a zod schema of one item says: `LocationTag` fits as it is. */
export interface ItemRule {
  safeParse(
    value: unknown,
  ): { success: true; data: unknown } | { success: false; error: { issues: readonly { message: string }[] } }
}

type TagsFieldProps = FieldProps & {
  rule: ItemRule
  /** Tags of elsewhere, offered while typing. */
  known?: readonly string[]
  most?: number
}

const separators = [',', ' ', ';', '\n', '\t']

/** Chips; Enter, comma and space end one, a pasted list is taken apart. What breaks the rule stays outside and says why. */
export function TagsField({ name, label, help, placeholder, rule, known = [], most, isDisabled }: TagsFieldProps) {
  const { id, value, error, isBusy, isOptional, set, onBlur } = useField<unknown>({
    name,
    label,
    show: (tags) => listed(tags).join(', '),
  })
  const [refused, setRefused] = useState<string | null>(null)
  const tags = listed(value)
  const take = (asked: string[]): void => {
    const read = asked.map((tag) => ({ tag, result: rule.safeParse(tag) }))
    const wrong = read.flatMap(({ tag, result }) =>
      result.success ? [] : [`${tag}: ${result.error.issues[0]?.message ?? t('not valid')}`],
    )
    const good = read.flatMap(({ result }) => (result.success ? [String(result.data)] : []))
    setRefused(wrong.length === 0 ? null : wrong.join('; '))
    set([...new Set(good)])
  }
  return (
    <TagsInput
      {...framed({ id, label, help, error: refused ?? error, isOptional })}
      classNames={{ root: classes.chips }}
      placeholder={tags.length === 0 ? (placeholder ?? t('Type and press Enter')) : undefined}
      data={[...known]}
      splitChars={separators}
      acceptValueOnBlur
      // The list opens while the person types; opened on focus, it would cover the fields below.
      openOnFocus={false}
      maxTags={most}
      clearable={false}
      value={tags}
      disabled={isDisabled === true || isBusy}
      onChange={take}
      onSearchChange={(text) => text !== '' && setRefused(null)}
      onBlur={onBlur}
    />
  )
}
