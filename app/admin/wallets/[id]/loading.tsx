export { DetailSkeleton as default } from "#app/ui/skeleton";
