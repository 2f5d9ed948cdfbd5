namespace Accelerator.Cli.Site;

/// <summary>What <c>ftpx site</c> is to do.</summary>
internal enum SiteVerb
{
    /// <summary>One line for each site.</summary>
    List,

    /// <summary>All that is known of one server.</summary>
    Show,

    /// <summary>Take away what is known, settings included.</summary>
    Forget,

    /// <summary>Lay down settings.</summary>
    Set,
}
