// Accepts files that are dropped anywhere on the page.
import { useEffect, useRef, useState } from 'preact/hooks';

/** Returns whether the user is dragging files over the page. Dropped files are passed to `take`. */
export function useFileDrop(take: (files: FileList | null | undefined) => void): boolean {
  const [isOver, setOver] = useState(false);
  const newest = useRef(take);
  newest.current = take;
  useEffect(() => {
    const isOfFiles = ({ dataTransfer }: DragEvent) => dataTransfer?.types.includes('Files') === true;
    const over = (event: DragEvent) => {
      if (!isOfFiles(event)) return;
      // Without `preventDefault`, the browser would leave the page and open the file.
      event.preventDefault();
      event.dataTransfer!.dropEffect = 'copy';
      setOver(true);
    };
    const leave = ({ relatedTarget }: DragEvent) => relatedTarget === null && setOver(false);
    const drop = (event: DragEvent) => {
      if (!isOfFiles(event)) return;
      event.preventDefault();
      setOver(false);
      newest.current(event.dataTransfer?.files);
    };
    document.addEventListener('dragover', over);
    document.addEventListener('dragleave', leave);
    document.addEventListener('drop', drop);
    return () => {
      document.removeEventListener('dragover', over);
      document.removeEventListener('dragleave', leave);
      document.removeEventListener('drop', drop);
    };
  }, []);
  return isOver;
}
