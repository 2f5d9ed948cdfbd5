using Accelerator.Engine.Streams;

namespace Accelerator.Cli.Report;

/// <summary>A decision with the number that joins its mark in the chart and its row in the table; 0 when the number of streams was kept.</summary>
internal readonly record struct NumberedDecision(int Number, StreamDecision Decision);
