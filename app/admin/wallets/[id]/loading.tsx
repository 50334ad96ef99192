export { OneSkeleton as default } from "../../../ui/skeleton.tsx";
