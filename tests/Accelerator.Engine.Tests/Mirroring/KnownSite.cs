using System.Runtime.CompilerServices;

namespace Accelerator.Engine.Tests.Mirroring;

/// <summary>Runs as at a site that was used before: it is known that MLSD honours its path, so the first folder is not listed twice.</summary>
internal static class KnownSite
{
    public static RouteSet AsKnown(this RouteSet routes)
    {
        foreach (var route in routes.Routes) route.Sessions.Traits.ExpectMlsdPath();
        return routes;
    }

    public static ListingRunner AsKnown(this ListingRunner runner)
    {
        RouteOf(runner).Sessions.Traits.ExpectMlsdPath();
        return runner;
    }

    public static MirrorRunner AsKnown(this MirrorRunner runner)
    {
        RoutesOf(runner).AsKnown();
        return runner;
    }

    [UnsafeAccessor(UnsafeAccessorKind.Field, Name = "_route")]
    private static extern ref Route RouteOf(ListingRunner runner);

    [UnsafeAccessor(UnsafeAccessorKind.Field, Name = "_routes")]
    private static extern ref RouteSet RoutesOf(MirrorRunner runner);
}
