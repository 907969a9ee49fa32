import { beginView, endView } from '@wheelhouse/contract/view-as/view-as.ts'
import { call } from '../../api/api.ts'
import { pushFailure } from '../../shell/messages.ts'
import { currentView, enterView, forgetView, startLeavingView } from '../../session/view-as.ts'

export const viewAsPerson = (id: string): Promise<void> =>
  call(beginView, { body: { console_user_id: id } }).then(enterView, (error: unknown) =>
    pushFailure(beginView.says.failed, error),
  )

/** Without an answer the view is left all the same: the server ends it in time. */
export async function leaveView(): Promise<void> {
  const view = currentView()
  startLeavingView()
  if (view !== null) await call(endView, { params: { view_id: view.id } }).catch(() => undefined)
  forgetView('left')
}
