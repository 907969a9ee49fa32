/** Tells the style sheet whether there is more at the right: the fade comes and goes without a render. */
export function watchEdges(scroller: HTMLElement) {
  const frame = scroller.parentElement ?? scroller
  const look = () => {
    const hidden = scroller.scrollWidth - scroller.clientWidth
    frame.toggleAttribute('data-more-end', hidden - scroller.scrollLeft > 2)
    frame.style.setProperty('--scrollbar', `${scroller.offsetWidth - scroller.clientWidth}px`)
  }
  // It tells the first sizes, too, when the layout has been made.
  const observer = new ResizeObserver(look)
  observer.observe(scroller)
  if (scroller.firstElementChild !== null) observer.observe(scroller.firstElementChild)
  // With the next frame: read at once, the widths would force a layout in the middle of the scroll's own render.
  let waiting = 0
  const lookSoon = () => {
    cancelAnimationFrame(waiting)
    waiting = requestAnimationFrame(look)
  }
  scroller.addEventListener('scroll', lookSoon, { passive: true })
  return () => {
    observer.disconnect()
    cancelAnimationFrame(waiting)
    scroller.removeEventListener('scroll', lookSoon)
  }
}
