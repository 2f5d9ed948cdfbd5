using System.Xml.Linq;

namespace Accelerator.Conventions.Tests;

/// <summary>The allowed references between projects, and the allowed packages.</summary>
public sealed class ProjectTests
{
    /// <summary>All allowed references between projects.</summary>
    private static readonly Dictionary<string, string[]> Projects = new()
    {
        ["Accelerator.Base"] = [],
        ["Accelerator.Ftp"] = [],
        ["Accelerator.Engine"] = ["Accelerator.Ftp"],
        ["Accelerator.Loopback"] = [],
        ["Accelerator.Tuning"] = ["Accelerator.Base"],
        ["Accelerator.Gateway"] = ["Accelerator.Engine"],
        ["Accelerator.Jobs"] = ["Accelerator.Base", "Accelerator.Engine"],
        ["Accelerator.Service"] = ["Accelerator.Gateway", "Accelerator.Jobs"],
        ["Accelerator.Cli"] = ["Accelerator.Base", "Accelerator.Engine", "Accelerator.Gateway", "Accelerator.Jobs", "Accelerator.Loopback", "Accelerator.Tuning"],
    };

    /// <summary>
    /// Libraries use logging abstractions and, for retries, Polly. Only the service's jobs and the history of ftpx use a database, and only the executables a user
    /// interface, a host and schedules.
    /// </summary>
    private static readonly Dictionary<string, string[]> Packages = new()
    {
        ["Accelerator.Base"] = [],
        ["Accelerator.Ftp"] = ["Microsoft.Extensions.Logging.Abstractions"],
        ["Accelerator.Engine"] = ["Microsoft.Extensions.Logging.Abstractions", "Polly.Core", "System.IO.Hashing"],
        ["Accelerator.Loopback"] = ["System.IO.Hashing"],
        ["Accelerator.Gateway"] = [],
        ["Accelerator.Tuning"] = ["System.Management"],
        ["Accelerator.Jobs"] =
        [
            "Microsoft.Data.Sqlite.Core", "Microsoft.Extensions.Logging.Abstractions", "Npgsql", "SQLitePCLRaw.bundle_e_sqlite3", "System.Security.Cryptography.ProtectedData",
        ],
        ["Accelerator.Service"] =
        [
            "Microsoft.Extensions.Hosting", "Microsoft.Extensions.Logging.EventLog", "OpenTelemetry", "OpenTelemetry.Exporter.OpenTelemetryProtocol", "Quartz", "Serilog", "Serilog.Extensions.Logging", "Serilog.Sinks.Console",
            "Serilog.Sinks.File", "System.CommandLine",
        ],
        ["Accelerator.Cli"] =
        [
            "Microsoft.Extensions.Logging.Abstractions", "Quartz", "Serilog", "Serilog.Extensions.Logging", "Serilog.Sinks.File", "Spectre.Console",
            "SQLitePCLRaw.bundle_e_sqlite3", "System.CommandLine", "Wcwidth",
        ],
    };

    [Fact]
    public void Every_project_in_src_has_its_place_in_these_rules() =>
        Assert.Equal(Projects.Keys.Order(), Checkout.Files("src", "*.csproj").Select(path => Path.GetFileNameWithoutExtension(path)).Order());

    [Fact]
    public void Projects_use_only_what_lies_below_them() =>
        Assert.All(Projects, rule => Assert.Equal(rule.Value, References(rule.Key, "ProjectReference").Select(path => Path.GetFileNameWithoutExtension(path)).Order()));

    [Fact]
    public void Projects_take_only_the_packages_they_may() =>
        Rule.Holds(Packages.SelectMany(rule => References(rule.Key, "PackageReference").Except(rule.Value).Select(package => $"{rule.Key} takes {package}")));

    [Fact]
    public void Tests_take_no_package_but_generators_of_cases()
    {
        var taken =
            from project in Checkout.Files("tests", "*.csproj")
            from reference in Read(project).Descendants("PackageReference")
            select reference.Attribute("Include")!.Value;
        Rule.Holds(taken.Except(["FsCheck", "FSharp.Core"]));
    }

    [Fact]
    public void Versions_are_central_and_exact()
    {
        Assert.All(
            Checkout.Files(".", "*.csproj").SelectMany(path => Read(path).Descendants("PackageReference")),
            reference => Assert.Null(reference.Attribute("Version")));
        var versions = Read("Directory.Packages.props").Descendants("PackageVersion").ToList();
        Assert.NotEmpty(versions);
        Assert.All(versions, version => Assert.Matches(@"^\[[0-9.]+\]$", version.Attribute("Version")!.Value));
    }

    [Fact]
    public void The_solution_holds_every_project()
    {
        var solution = Checkout.ReadText("Accelerator.sln").Replace('\\', '/');
        Assert.All(Checkout.Files("src", "*.csproj").Concat(Checkout.Files("tests", "*.csproj")), path => Assert.Contains($"\"{path}\"", solution));
    }

    private static IEnumerable<string> References(string project, string element) =>
        Read($"src/{project}/{project}.csproj").Descendants(element).Select(reference => reference.Attribute("Include")!.Value.Replace('\\', '/'));

    private static XDocument Read(string path) => XDocument.Parse(Checkout.ReadText(path));
}
