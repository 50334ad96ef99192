import { useCallback, useLayoutEffect, useRef } from "react";

/** Keeps one identity for an event's handler, made again at each rendering, so that `memo` can skip what gets it. */
export function useStableCallback<A extends unknown[]>(handle: (...args: A) => void): (...args: A) => void {
  const latest = useRef(handle);
  useLayoutEffect(() => {
    latest.current = handle;
  });
  return useCallback((...args: A) => latest.current(...args), []);
}
