export interface StreamEvent {
  event: string
  data: string
  /** Of the last event that had one; it is sent back as Last-Event-ID. */
  id: string
}

/** Server-sent events from the text of a stream, in whatever pieces it arrives. Answers the function that takes the next piece. */
export function createEventParser(onEvent: (event: StreamEvent) => void): (piece: string) => void {
  let rest = ''
  let id = ''
  let event = ''
  let data: string[] = []

  function line(text: string): void {
    if (text === '') {
      if (data.length > 0) onEvent({ event: event || 'message', data: data.join('\n'), id })
      event = ''
      data = []
      return
    }
    const colon = text.indexOf(':')
    if (colon === 0) return
    const field = colon < 0 ? text : text.slice(0, colon)
    const value = colon < 0 ? '' : text.slice(colon + 1).replace(/^ /, '')
    if (field === 'data') data.push(value)
    else if (field === 'event') event = value
    else if (field === 'id' && !value.includes('\0')) id = value
  }

  return (piece) => {
    rest += piece
    // A carriage return at the very end may be half of a CRLF.
    const lines = rest.split(/\r\n|\n|\r(?!$)/)
    rest = lines.pop() ?? ''
    for (const text of lines) line(text)
  }
}
