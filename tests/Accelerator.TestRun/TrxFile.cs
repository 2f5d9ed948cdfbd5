using System.Globalization;
using System.Xml.Linq;

namespace Accelerator.TestRun;

/// <summary>Reads a file of results of <c>dotnet test</c> (.trx).</summary>
internal static class TrxFile
{
    private static readonly XNamespace Space = "http://microsoft.com/schemas/VisualStudio/TeamTest/2010";

    public static IReadOnlyList<TestResult> Read(string path) => Read(XDocument.Load(path));

    internal static IReadOnlyList<TestResult> Read(XDocument document)
    {
        var classes = document.Descendants(Space + "UnitTest").ToDictionary(
            test => test.Attribute("id")!.Value,
            test => test.Element(Space + "TestMethod")!.Attribute("className")!.Value);
        return
        [
            .. from result in document.Descendants(Space + "UnitTestResult")
               let output = result.Element(Space + "Output")
               select new TestResult(
                   result.Attribute("testName")!.Value,
                   TestGroups.Of(classes[result.Attribute("testId")!.Value]),
                   result.Attribute("outcome")?.Value ?? "Error",
                   TimeSpan.Parse(result.Attribute("duration")?.Value ?? "00:00:00", CultureInfo.InvariantCulture),
                   output?.Element(Space + "ErrorInfo")?.Element(Space + "Message")?.Value ?? "",
                   output?.Element(Space + "StdOut")?.Value ?? ""),
        ];
    }
}
