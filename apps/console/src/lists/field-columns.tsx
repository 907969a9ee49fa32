import type { ExportedOf, RowOf } from '@wheelhouse/contract/list.ts'
import { FieldValue } from '../i18n/field-values.tsx'
import type { AnyList } from './list-address.ts'
import type { ListColumn } from './list-columns.ts'

/**
 * The columns of a list, and one more for each exported field that none of them shows: it waits in the columns menu, so that a
 * new field can be seen and exported without a line here.
 */
export function withFieldColumns<L extends AnyList, Name extends keyof RowOf<L> & ExportedOf<L> & string>(
  columns: readonly ListColumn<L>[],
  exported: readonly Name[],
  labels: Readonly<Record<Name, string>>,
): readonly ListColumn<L>[] {
  const shown = new Set(columns.flatMap(({ id, exports }): readonly string[] => exports ?? [id]))
  const others = exported.filter((name) => !shown.has(name))
  return [
    ...columns,
    ...others.map((id): ListColumn<L> => ({
      id,
      header: labels[id],
      cell: (row) => <FieldValue value={row[id]} />,
      width: 160,
      isHiddenAtFirst: true,
    })),
  ]
}
