import type { AuditEvent } from '@wheelhouse/contract/events/events.ts'
import { consoleUserAudit } from '@wheelhouse/contract/console-users/console-user-edit.ts'
import type { On } from '../../http/serve.ts'
import { pageSource } from '../../lists/list-source.ts'
import { serveList } from '../../lists/serve-list.ts'
import { eventsOfPerson } from './queries.ts'

const jsonCell = (value: unknown): string => (value === null ? '' : JSON.stringify(value))

/** Columns of an audit's file that are no plain text. */
export const auditCells = {
  before: ({ before }: AuditEvent) => jsonCell(before),
  after: ({ after }: AuditEvent) => jsonCell(after),
}

/** `GET <console user>/audit-log`, with its files. */
export function serveConsoleUserAudit(on: On): void {
  const source = pageSource(consoleUserAudit, (ctx, { params, query }, isCounted) =>
    eventsOfPerson(ctx, params.console_user_id, query, isCounted),
  )
  serveList(on, consoleUserAudit, source, { cells: auditCells })
}
