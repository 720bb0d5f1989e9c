/** Lets a mouse drag what scrolls; fingers can do that by themselves. */

/** Further than this, a press is a drag and not a click. */
const SLACK = 4;

export function pan(view: HTMLElement): () => void {
  let from: { x: number; y: number } | undefined;
  let dragged = false;

  const press = (event: PointerEvent) => {
    if (event.pointerType !== 'mouse' || event.button !== 0) return;
    from = { x: event.clientX + view.scrollLeft, y: event.clientY + view.scrollTop };
    dragged = false;
  };
  const move = (event: PointerEvent) => {
    if (!from) return;
    const [left, top] = [from.x - event.clientX, from.y - event.clientY];
    dragged ||= Math.abs(left - view.scrollLeft) + Math.abs(top - view.scrollTop) > SLACK;
    if (dragged) view.scrollTo(left, top);
  };
  const release = () => (from = undefined);
  /** The click that ends a drag is not meant for what is below it. */
  const click = (event: MouseEvent) => {
    if (!dragged) return;
    event.stopPropagation();
    dragged = false;
  };

  view.addEventListener('pointerdown', press);
  view.addEventListener('click', click, { capture: true });
  addEventListener('pointermove', move);
  addEventListener('pointerup', release);
  return () => {
    view.removeEventListener('pointerdown', press);
    view.removeEventListener('click', click, { capture: true });
    removeEventListener('pointermove', move);
    removeEventListener('pointerup', release);
  };
}
